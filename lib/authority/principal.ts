import type { Role } from '@/lib/protocol/admin'
import type { KeyKind, KeyScope } from '@/lib/protocol/ids'

/**
 * Who is asking: the immutable facts of a credential. Whether it is alive, who belongs to what and who takes part in which
 * run is looked up in the database on every disclosure, never here.
 */
export type Caller = {
  requestId: string
  /** The purpose named by the request (`Holdfast-Purpose`), if any. */
  purpose: string | null
} & (
  | { kind: 'operator'; principalId: 'operator'; name: string }
  | {
      kind: 'agent'
      principalId: string
      name: string
      keyId: string
      keyKind: KeyKind
      tenantId: string
      /** null: all that its kind may. */
      scopes: KeyScope[] | null
    }
  | {
      kind: 'user'
      principalId: string
      name: string
      sessionId: string
      /** Signed up by the first start's link: may do what the operator's token may. */
      operator: boolean
      tenants: { tenantId: string; roles: Role[] }[]
      /** Memberships that ended, so that the person is told so; a stranger to the tenant is told nothing. */
      left: { tenantId: string; endedAt: string }[]
    }
)
