import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { expect, test } from '@playwright/test'
import { urlOf } from '@/lib/db/embedded'
import { chooseAccount } from '@/lib/db/embedded/account'
import { DATABASE } from '@/lib/db/embedded/cluster'
import { choosePlace } from '@/lib/db/embedded/place'
import { manifestFor } from './cases/world'
import { inDatabase } from './support/database'
import { dataDirOf, signIn, worldOn } from './support/instance'
import { OWN_PORT } from './support/servers'
import { share } from './support/sharing'

const REPLICA = `http://localhost:${OWN_PORT}`
const SIZE = 24 * 2 ** 20

/** A second server process on the data folder and database of `app`, for as long as the work takes. */
async function withReplica(work: (pid: number) => Promise<void>): Promise<void> {
  const dataDir = dataDirOf('app')
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(OWN_PORT),
      HOLDFAST_DATA_DIR: dataDir,
      HOLDFAST_BASE_URL: REPLICA,
      HOLDFAST_REPLICA: '1',
      DATABASE_URL: urlOf(await choosePlace(dataDir, chooseAccount()), DATABASE),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const ended = new Promise((done) => child.once('exit', done))
  try {
    await expect.poll(() => output, { timeout: 60_000 }).toContain(`Holdfast is ready at ${REPLICA}`)
    expect(output, 'a replica makes no first accounts').not.toContain('Sign in once')
    await work(child.pid!)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

test('an admin revokes at one process; what was open at another is refused there, and a download under way is cut', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const [owner, other] = [await worldOn('app'), await worldOn('app')]
  const content = '{"n":1,"email":"a@b"}\n'.repeat(SIZE / 22)
  const { artifact } = await owner.publish(manifestFor(owner, { record_format: 'ndjson' }), content)
  const id = artifact.artifact_id
  await share(owner, id, { kind: 'tenant', tenant_id: other.tenant })
  await withReplica(async (pid) => {
    const reader = await (await browser.newContext()).newPage()
    // A cookie is for a host, whatever the port: signed in at one, known at the other.
    await signIn(reader, other, ['member'])
    await reader.goto(`${REPLICA}/artifacts/${id}`)
    await reader.getByRole('button', { name: 'Read', exact: true }).click()
    await expect(reader.getByText('a@b').first()).toBeVisible()
    // Somebody who reads slowly: the answer is under way at the replica when the revocation comes.
    let received = 0
    const headers = { Authorization: `Bearer ${other.agent}` }
    const download = get(`${REPLICA}/api/v1/artifacts/${id}/content`, { headers })
    const response = await new Promise<import('node:http').IncomingMessage>((r) => download.once('response', r))
    response.on('error', () => {})
    response.once('data', () => response.pause())
    const closed = new Promise((r) => response.once('close', r))

    await signIn(page, owner, ['admin'])
    await page.goto('/access')
    await page.getByRole('button', { name: `Revoke all sharing with ${other.tenant}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/reason/i).fill('The engagement has ended.')
    await dialog.getByLabel(/to confirm/).fill(other.tenant)
    await dialog.getByRole('button', { name: 'Revoke 1 grant' }).click()
    await expect(dialog.getByRole('region', { name: 'Drain' }).getByText('drained', { exact: true })).toBeVisible()

    const rows = await inDatabase(
      'app',
      (sql) => sql<{ drained: boolean; name: string; acknowledged: boolean }[]>`
        select r.drained_at is not null as drained, p.name, p.acknowledged >= r.drain_seq as acknowledged
        from revocations r, processes p where r.tenant_id = ${owner.tenant} and p.lease_until > clock_timestamp()`,
    )
    expect(rows.map((r) => [r.drained, r.acknowledged])).toEqual([
      [true, true],
      [true, true],
    ])
    expect(
      rows.some((r) => r.name.endsWith(`:${pid}`)),
      'the replica is one of the two',
    ).toBe(true)

    response.on('data', (piece: Buffer) => {
      received += piece.length
    })
    response.resume()
    await closed
    expect(response.complete, 'cut before its end').toBe(false)
    expect(received).toBeLessThan(SIZE)
    await reader.getByRole('link', { name: 'Bytes', exact: true }).click()
    await expect(reader.getByRole('heading', { name: 'Access has ended' })).toBeVisible()
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'Access has ended' })).toBeVisible()
    const status = await reader.evaluate(async (a) => (await fetch(`/api/v1/artifacts/${a}/content`)).status, id)
    expect(status).toBe(403)
    await reader.context().close()
  })
  const left = await inDatabase('app', (sql) => sql`select 1 from processes where lease_until > clock_timestamp()`)
  expect(left, 'a process that stops gives its lease back').toHaveLength(1)
})
