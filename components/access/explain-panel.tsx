'use client'
import { useMutation } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { Field, Select } from '@/components/ui/field'
import { FindingText } from '@/components/ui/finding'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { StatusBox } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { explain } from '@/lib/client/authority'
import { ApiProblem } from '@/lib/client/request'
import { type Explanation, Operation } from '@/lib/protocol/authority'
import { PrincipalInput } from './principal-input'
import { RulesList } from './rules-list'
import { useRoles } from './use-roles'

const WORDS = {
  own: {
    title: 'Why can I see this?',
    hint: 'asked now, and recorded',
    ask: 'Ask',
  },
  another: {
    title: 'Simulate a principal',
    hint: 'discloses nothing to it; the look is in the log',
    ask: 'Simulate',
  },
}

/** Which rule lets a principal do what, or why none does: of oneself, or of another as an admin or auditor. */
export function ExplainPanel({
  tenant,
  artifactId,
  whose,
  readFor,
}: {
  tenant: string
  artifactId: string
  whose: keyof typeof WORDS
  /** The purpose the artifact is open for, where the page names one. */
  readFor: string | null
}) {
  const { purposes } = useRoles(tenant)
  const ask = useMutation({
    mutationFn: (form: FormData) => {
      const field = (name: string) => String(form.get(name) ?? '').trim() || undefined
      const [principal, purpose] = [field('principal'), field('purpose')]
      return explain(
        artifactId,
        {
          operation: Operation.parse(field('operation')),
          ...(principal && { principal }),
          ...(purpose && { purpose }),
        },
        readFor,
      )
    },
  })
  const problem = ask.error instanceof ApiProblem ? ask.error : null
  const { title, hint, ask: words } = WORDS[whose]
  return (
    <Panel aria-label={title}>
      <PanelHeader title={title} hint={hint} />
      <PanelBody className="space-y-3">
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(e) => {
            e.preventDefault()
            ask.mutate(new FormData(e.currentTarget))
          }}
        >
          {whose === 'another' && (
            <Field label="Principal id" className="w-full">
              {(c) => <PrincipalInput {...c} tenant={tenant} name="principal" required />}
            </Field>
          )}
          <Field label="To" className="min-w-28">
            {(c) => (
              <Select {...c} name="operation" defaultValue="read">
                {Operation.options.map((o) => (
                  <option key={o}>{o}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="For the purpose" className="min-w-32">
            {(c) => (
              <Select {...c} name="purpose" defaultValue="">
                <option value="">none named</option>
                {purposes.map((p) => (
                  <option key={p}>{p}</option>
                ))}
              </Select>
            )}
          </Field>
          <Button type="submit" disabled={ask.isPending}>
            {words}
          </Button>
        </form>
        {problem && <ProblemNotice problem={problem} />}
        {ask.data && <Answer explanation={ask.data} />}
      </PanelBody>
    </Panel>
  )
}

function Answer({ explanation: e }: { explanation: Explanation }) {
  const allowed = e.outcome === 'allow'
  return (
    <div className="space-y-3 border-line border-t pt-3" role="status">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <StatusBox word={allowed ? 'allow' : 'refuse'}>{allowed ? 'allow' : e.outcome}</StatusBox>
        <span className="min-w-0 break-words">
          <b className="font-medium">{e.principal.name}</b>, {e.operation}
          {e.purpose && (
            <>
              {' '}
              for <span className="font-value text-xs">{e.purpose}</span>
            </>
          )}
        </span>
        <span className="text-ink-3 text-xs">
          at <Time at={e.checked_at} show="exact" />
        </span>
      </div>
      <FindingText>{e.statement}</FindingText>
      {(e.restricted || e.blocked) && (
        <p className="text-ink-2 text-sm">
          {e.restricted && 'The artifact is restricted: only grants that name it count. '}
          {e.blocked && 'It is blocked: it was derived from what is no longer shared.'}
        </p>
      )}
      <RulesList rules={e.rules} deciding={e.deciding} />
    </div>
  )
}
