import { test } from '@playwright/test'
import { audit } from './cases/audit'
import { authority } from './cases/authority'
import { publishing } from './cases/publishing'
import { reading } from './cases/reading'
import { requests } from './cases/requests'
import { revocation } from './cases/revocation'
import { worldOn } from './support/instance'

/** One table of cases, two doors: `server.ts` before Next, and the same app mounted as a Next route. */
for (const door of ['app', 'mounted'] as const)
  test.describe(door === 'app' ? 'through server.ts' : 'through Next alone', () => {
    for (const [name, run] of [...publishing, ...reading, ...authority, ...revocation, ...requests, ...audit])
      test(name, async () => run(await worldOn(door)))
  })
