import type { GrantInput } from '@/lib/protocol/authority'

const one = (form: FormData, name: string): string => String(form.get(name) ?? '').trim()
const optional = <K extends string>(key: K, value: string): { [P in K]?: string } =>
  value === '' ? {} : ({ [key]: value } as { [P in K]: string })

/** A `datetime-local` value, which has no zone, as the instant in UTC that its label says it is. */
const instant = (local: string): string => (local === '' ? '' : `${local.length === 16 ? `${local}:00` : local}Z`)

/** How a grant is narrowed: purposes, withheld fields, and until when. What was left empty is left out. */
export function narrowing(form: FormData): Pick<GrantInput, 'purposes' | 'mask' | 'until'> {
  const mask = String(form.get('mask') ?? '')
    .split(/\r?\n/)
    .filter((name) => name.trim() !== '')
  return {
    purposes: form.getAll('purposes').map(String),
    ...(mask.length > 0 && { mask }),
    ...optional('until', instant(one(form, 'until'))),
  }
}

/** The grant as it was entered. Whatever is wrong with it, the service says. */
export function grantInput(
  form: FormData,
  { what, to }: { what: 'artifact' | 'run'; to: GrantInput['to']['kind'] },
): GrantInput {
  const grantee = one(form, 'grantee')
  const tenant = optional('tenant_id', one(form, 'grantee_tenant'))
  return {
    ...(what === 'artifact'
      ? { artifact_id: one(form, 'what').replace(/^artifact:/, '') }
      : { run_id: one(form, 'what') }),
    to:
      to === 'tenant'
        ? { kind: to, tenant_id: grantee }
        : to === 'run'
          ? { kind: to, run_id: grantee, ...tenant }
          : { kind: to, principal_id: grantee, ...tenant },
    ...narrowing(form),
    ...optional('not_before', instant(one(form, 'not_before'))),
    reason: one(form, 'reason'),
  }
}
