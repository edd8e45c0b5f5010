import type { KeyScope } from '@/lib/protocol/ids'

const SAYS: Record<KeyScope, string> = {
  read: 'artifacts, locators, runs and the log',
  publish: 'artifacts',
  runs: 'create runs, add and remove participants',
  administer: 'keys, people, grants, revocations, purposes',
}

/** Narrows a key. Without any it may all that its kind may. */
export function ScopeChoice({ scopes, error }: { scopes: readonly KeyScope[]; error: string | undefined }) {
  return (
    <fieldset className="space-y-1">
      <legend className="text-ink-2 text-xs">Scopes (optional)</legend>
      {scopes.map((scope) => (
        <label key={scope} className="flex items-baseline gap-2 py-0.5 touch:py-2.5">
          <input type="checkbox" name="scopes" value={scope} />
          <span>
            <b className="font-medium">{scope}</b> <span className="text-ink-2">{SAYS[scope]}</span>
          </span>
        </label>
      ))}
      <p className="text-ink-3 text-xs">Without one, all of its kind. A scope never adds to what the kind may.</p>
      {error && <p className="text-blocked-text text-xs">{error}</p>}
    </fieldset>
  )
}
