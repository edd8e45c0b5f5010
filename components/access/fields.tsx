import { Field, Input, Textarea } from '@/components/ui/field'
import type { ApiProblem } from '@/lib/client/request'

/** What stands at a field of the request, or below it. */
export const errorAt = (problem: ApiProblem | null, pointer: string): string | undefined =>
  problem?.errors?.find((e) => e.pointer === pointer || e.pointer.startsWith(`${pointer}/`))?.detail

export function ReasonField({
  problem,
  label = 'Reason, kept in the audit log',
}: {
  problem: ApiProblem | null
  label?: string
}) {
  return (
    <Field label={label} error={errorAt(problem, '/reason')}>
      {(c) => <Textarea {...c} name="reason" required maxLength={500} />}
    </Field>
  )
}

export function PurposesField({
  purposes,
  chosen,
  problem,
}: {
  purposes: readonly string[]
  chosen: readonly string[]
  problem: ApiProblem | null
}) {
  const error = errorAt(problem, '/purposes')
  return (
    <fieldset className="space-y-1">
      <legend className="text-ink-2 text-xs">Purposes</legend>
      <div className="flex flex-wrap gap-x-5">
        {purposes.map((purpose) => (
          <label key={purpose} className="flex items-center gap-2 py-0.5 touch:py-2.5">
            <input type="checkbox" name="purposes" value={purpose} defaultChecked={chosen.includes(purpose)} />
            <span className="font-value text-xs">{purpose}</span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-blocked-text text-xs">
          {error}
        </p>
      )}
    </fieldset>
  )
}

export function MaskField({ problem }: { problem: ApiProblem | null }) {
  return (
    <Field
      label="Withheld fields (optional), one name a line"
      hint="Removed wherever they occur in a record. A reader with withheld fields gets records only: no bytes, preview or hash."
      error={errorAt(problem, '/mask')}
    >
      {(c) => <Textarea {...c} exact name="mask" placeholder="email" spellCheck={false} />}
    </Field>
  )
}

/** An instant in UTC. Left empty, the bound is open. */
export function InstantField({ name, label, problem }: { name: string; label: string; problem: ApiProblem | null }) {
  return (
    <Field label={label} error={errorAt(problem, `/${name}`)}>
      {(c) => <Input {...c} name={name} type="datetime-local" step={1} />}
    </Field>
  )
}
