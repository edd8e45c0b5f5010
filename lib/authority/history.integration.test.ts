import { test } from 'vitest'
import { checkHistory } from './history.fixture'

test(
  'two processes under load: nothing is allowed, and no byte handed over, behind a revocation',
  { timeout: 150_000 },
  () => checkHistory({ processes: 2, clients: 4, ms: 5_000 }),
)
