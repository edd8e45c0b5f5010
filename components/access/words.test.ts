import { expect, test } from 'vitest'
import { confirmationOf, revokeWords, type Target, targetWords } from './words'

const ART = 'art_01h455vb4pex5vsknk084sn02q'

test.each<[Target, string, string]>([
  [{ scope: 'tenant', id: 'northwind' }, 'all sharing with northwind', 'northwind'],
  [{ scope: 'run', id: 'run_1' }, 'all grants over the run run_1', 'run_1'],
  [{ scope: 'artifact', id: ART }, 'all grants of art_01h455vb…4sn02q', '4sn02q'],
  [{ scope: 'principal', id: 'agt_x123456', name: 'reader' }, 'all access of reader', '123456'],
  [{ scope: 'grant', id: 'grt_x123456', name: null }, 'the grant grt_x123456', '123456'],
])('%j is named, and confirmed by a name or the end of its id', (target, words, typed) => {
  expect(targetWords(target)).toBe(words)
  expect(confirmationOf(target)).toBe(typed)
})

test.each([
  [5, 0, 'Revoke 5 grants'],
  [1, 2, 'Revoke 1 grant and 2 parts in runs'],
  [0, 1, 'Revoke 1 part in runs'],
  [0, 0, 'Revoke what is left'],
])('%i grants and %i parts: %s', (count, participants, words) => {
  expect(revokeWords({ grants: { count, sample: [] }, participants })).toBe(words)
})
