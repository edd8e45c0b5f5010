import type { StatusWord } from '@/components/ui/status'
import type { Run } from '@/lib/protocol/admin'

export const STATE: Record<Run['state'], { word: StatusWord; says: string; means: string }> = {
  active: { word: 'active', says: 'active', means: 'somebody takes part' },
  left: { word: 'revoked', says: 'left', means: 'everybody who took part has left' },
  not_joined: { word: 'not joined', says: 'not joined', means: 'nobody took part; captures alone' },
}
