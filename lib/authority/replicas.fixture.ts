import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { createTestDatabase } from '@/lib/db/test-database'
import { buildProcess, type ServerProcess, startProcess } from '@/lib/http/processes.fixture'

/** A piece of an answer, at the moment a process gave it to a socket. `at`: nanoseconds of the machine's monotonic clock. */
export type HandOver = { at: bigint; path: string; watch: string | null; status: number; bytes: number }

export type Replicas = {
  processes: ServerProcess[]
  sql: postgres.Sql
  handOvers: () => Promise<HandOver[]>
  close: () => Promise<void>
}

/** Several server processes on one database and one data folder. */
export async function startReplicas(count: number): Promise<Replicas> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-replicas-'))
  const database = await createTestDatabase({ max: 2 })
  const entry = await buildProcess(dataDir)
  const files = Array.from({ length: count }, (_, i) => join(dataDir, `hand-overs-${i}`))
  const processes: ServerProcess[] = []
  for (const handOvers of files) processes.push(await startProcess(entry, { url: database.url, dataDir, handOvers }))
  return {
    processes,
    sql: database.sql,
    handOvers: async () => {
      const texts = await Promise.all(files.map((f) => readFile(f, 'utf8')))
      return texts.flatMap((text) =>
        text
          .split('\n')
          .filter(Boolean)
          .map((line) => {
            const entry = JSON.parse(line) as Omit<HandOver, 'at'> & { at: string }
            return { ...entry, at: BigInt(entry.at) }
          }),
      )
    },
    close: async () => {
      for (const { child } of processes) {
        child.kill('SIGKILL')
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      }
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type SlowReader = { socket: Socket; received: () => number; ended: Promise<void>; goOn: () => void }

/** Asks for something and reads no more than the beginning of the answer, until it is told to go on. */
export async function slowReader(base: string, path: string, key: string): Promise<SlowReader> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  let received = 0
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    `GET /api/v1${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
  )
  socket.on('data', (piece: Buffer) => {
    received += piece.length
  })
  // Cut before its first byte, it has no beginning.
  await Promise.race([once(socket, 'data'), ended])
  socket.pause()
  return { socket, received: () => received, ended, goOn: () => void socket.resume() }
}
