import { test } from 'vitest'
import { checkHistory } from './history.fixture'

test('three processes, eight clients, 60 s: nothing is allowed, and no byte handed over, behind a revocation', () =>
  checkHistory({ processes: 3, clients: 8, ms: 60_000 }))
