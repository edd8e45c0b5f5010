import type { StatusWord } from '@/components/ui/status'
import type { Key } from '@/lib/protocol/admin'
import type { KeyScope } from '@/lib/protocol/ids'

/** Revoked outweighs expired: it was ended by somebody, whatever the clock says. `now` in milliseconds. */
export function keyState(key: Pick<Key, 'revoked_at' | 'expires_at'>, now: number): StatusWord {
  if (key.revoked_at) return 'revoked'
  if (key.expires_at && Date.parse(key.expires_at) <= now) return 'expired'
  return 'active'
}

export const KIND_SAYS: Record<Key['kind'], string> = {
  capture: 'Publishes captures and creates runs. Reads nothing.',
  agent: 'Reads what its runs hold, and publishes what it derives from that.',
  admin: 'Administers this tenant. Receives no content.',
}

/** What a key of each kind can be narrowed to; the others would leave it nothing. */
export const SCOPES_OF: Record<Key['kind'], readonly KeyScope[]> = {
  capture: ['publish', 'runs', 'read'],
  agent: ['read', 'publish', 'runs'],
  admin: ['administer', 'runs', 'read'],
}
