import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type CuttingProxy = {
  /** Address of the same database, through the proxy. */
  url: string
  /**
   * What the next reply to a COMMIT takes with it, instead of being passed on: its own connection, or all of them and `down`
   * too. The database has committed by then. Null once it has happened.
   */
  lose: 'connection' | 'database' | null
  /** While true, no connection is taken. */
  down: boolean
  close(): Promise<void>
}

/** Stands between a client and PostgreSQL, on a Unix socket of its own, and loses what a network may lose. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const address = new URL(databaseUrl)
  const name = `.s.PGSQL.${address.port || 5432}`
  const target = join(address.searchParams.get('host')!, name)
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-proxy-'))
  address.searchParams.set('host', folder)
  const open = new Set<Socket>()
  const proxy: CuttingProxy = {
    url: address.href,
    lose: null,
    down: false,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
      await rm(folder, { recursive: true, force: true })
    },
  }
  const server = createServer((client) => {
    if (proxy.down) return client.destroy()
    const database = connect(target)
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database)
    database.on('data', (reply) => {
      // The tag of CommandComplete (PostgreSQL, "Message Formats"); an unprepared single statement has none of this name.
      if (proxy.lose && reply.includes('COMMIT\0')) {
        proxy.down = proxy.lose === 'database'
        proxy.lose = null
        for (const socket of proxy.down ? open : [client]) socket.destroy()
      } else client.write(reply)
    })
  })
  await new Promise<void>((done) => server.listen(join(folder, name), done))
  return proxy
}
