import { join } from 'node:path'
import { keep, noise, records } from './content'
import { Generator } from './generator'
import { fillGrants, GRANTS } from './grants'
import { type Holdfast, startHoldfast } from './holdfast'
import type { ReadResult, UploadResult } from './jobs'
import { type Peer, startNginx, startRegistry } from './peers'
import { type PublishWork, publishMedians, publishOnce, publishRound, type Taker } from './publishes'
import * as read from './reads'
import { latencyRows, type Publishes, publishRows, type Reads, throughputRows } from './report'
import type { AtEnd } from './service'
import { rotated } from './statistics'
import type { Row } from './table'

const KIB = 1024
const MIB = 2 ** 20

export type Setting = {
  root: string
  folder: string
  quick: boolean
  say: (line: string) => void
  atEnd: AtEnd
}

type Servers = { ours: Holdfast; nginx: Peer | null; registry: Peer | null; generator: Generator }

/** Starts everything, measures in rounds, and puts the goals beside it. */
export async function measure(s: Setting): Promise<{ rows: Row[]; versions: string[]; rounds: number; raw: unknown }> {
  s.say('Starting the servers (and building ours, if it is not built)…')
  const began = performance.now()
  const servers = await start(s)
  s.say(`Ready in ${Math.round((performance.now() - began) / 1000)} s.`)
  const { generator } = servers
  const served = await serveContents(s, servers)
  s.say(`Making ${GRANTS.toLocaleString('en-US')} grants…`)
  await fillGrants(s.folder, servers.ours, served.small.artifact)

  const works: read.ReadWork[] = [
    { name: '4 KiB, 32 connections', size: 4 * KIB, connections: 32, content: served.small },
    { name: '4 KiB, 1 connection', size: 4 * KIB, connections: 1, content: served.small },
    { name: '1 MiB, 32 connections', size: MIB, connections: 32, content: served.large },
  ]
  const targets = [
    read.contentTarget(servers.ours.port, servers.ours.agent),
    read.contentTarget(servers.ours.port, servers.ours.reader, 'granted'),
    read.readTarget(servers.ours.port, servers.ours.agent),
    ...(servers.nginx ? [read.nginxTarget(servers.nginx.port)] : []),
    ...(servers.registry ? [read.registryTarget(servers.registry.port)] : []),
  ]
  // A grant is one of the small content; how it is come by makes no difference to the bytes of a larger one.
  const asked = (work: read.ReadWork) => targets.filter((t) => t.name !== 'granted' || work === works[0])
  const publishes = await publishWorks(s)
  const takers: Taker[] = [
    { name: 'holdfast', port: servers.ours.port, key: servers.ours.capture },
    { name: 'file', folder: s.folder },
    ...(servers.registry ? [{ name: 'registry' as const, port: servers.registry.port }] : []),
  ]

  const rounds = s.quick ? 3 : 5
  const ms = s.quick ? 300 : 1200
  s.say('Warming up…')
  for (const work of works) await read.warmUp(generator, work, asked(work), s.quick ? 150 : 800)
  for (const taker of takers) await publishRound(generator, { ...publishes[0]!, times: 10 }, taker)

  const readings = new Map<string, ReadResult[]>()
  const uploads = new Map<string, UploadResult[]>()
  for (let round = 0; round < rounds; round++) {
    s.say(`Round ${round + 1} of ${rounds}…`)
    for (const work of works)
      for (const target of rotated(asked(work), round))
        push(readings, `${work.name} ${target.name}`, [await generator.run(read.jobOf(work, target, ms))])
    for (const work of publishes)
      for (const taker of rotated(takers, round))
        push(uploads, `${work.name} ${taker.name}`, await publishRound(generator, work, taker))
  }

  const readsOf = (work: read.ReadWork): Reads =>
    Object.fromEntries(asked(work).map((t) => [t.name, read.medians(readings.get(`${work.name} ${t.name}`)!)]))
  const publishesOf = (work: PublishWork) =>
    Object.fromEntries(takers.map((t) => [t.name, publishMedians(uploads.get(`${work.name} ${t.name}`)!)])) as Publishes
  return {
    rows: [
      ...throughputRows(works[0]!.name, readsOf(works[0]!), { nginx: 10, registry: 8 }, 'requests'),
      ...latencyRows('4 KiB, 1 connection, p50', readsOf(works[1]!), 1.5),
      ...throughputRows(works[2]!.name, readsOf(works[2]!), { nginx: 3, registry: null }, 'bytes'),
      ...publishes.flatMap((work) => {
        const small = work.times > 1
        const goal = work.format === 'bytes' ? (small ? 1.3 : 2) : null
        return publishRows(work.name, publishesOf(work), goal, small)
      }),
    ],
    versions: [
      `${GRANTS.toLocaleString('en-US')} grants in the database, 101 of them over what is measured`,
      servers.nginx?.version ?? 'nginx is not installed',
      servers.registry?.version ?? 'docker-registry is not installed',
    ],
    rounds,
    raw: { reads: Object.fromEntries(readings), publishes: Object.fromEntries(uploads) },
  }
}

const push = <T>(map: Map<string, T[]>, key: string, values: T[]) => map.set(key, [...(map.get(key) ?? []), ...values])

async function start(s: Setting): Promise<Servers> {
  const ours = await startHoldfast(s.root, s.folder, s.atEnd)
  const nginx = await startNginx(s.folder, join(s.folder, 'served'), s.atEnd)
  const registry = await startRegistry(s.folder, s.atEnd)
  const generator = new Generator()
  s.atEnd(() => generator.stop())
  return { ours, nginx, registry, generator }
}

/** The contents that are read, at every server: 4 MiB (chunks of 16 KiB at ours) and 64 MiB (64 KiB). */
async function serveContents(s: Setting, servers: Servers): Promise<{ small: read.Served; large: read.Served }> {
  const serve = async (file: string, bytes: number): Promise<read.Served> => {
    const work = { content: await keep(join(s.folder, 'served', file), records(bytes)), format: 'ndjson' } as const
    const { ours, registry, generator } = servers
    const own = await publishOnce(generator, work, { name: 'holdfast', port: ours.port, key: ours.capture }, '')
    const blob = registry && (await publishOnce(generator, work, { name: 'registry', port: registry.port }, ''))
    return { path: work.content, bytes, artifact: own.location, file, blob: blob?.location ?? '' }
  }
  return { small: await serve('small.ndjson', 4 * MIB), large: await serve('large.ndjson', 64 * MIB) }
}

async function publishWorks(s: Setting): Promise<PublishWork[]> {
  const times = s.quick ? 8 : 20
  const at = (name: string) => join(s.folder, name)
  return [
    { name: 'publish 100 KB, bytes', content: await keep(at('100k'), noise(100_000)), format: 'bytes', times },
    {
      name: 'publish 100 KB, NDJSON',
      content: await keep(at('100k.ndjson'), records(100_000)),
      format: 'ndjson',
      times,
    },
    { name: 'publish 64 MiB, bytes', content: await keep(at('64m'), noise(64 * MIB)), format: 'bytes', times: 1 },
    {
      name: 'publish 64 MiB, NDJSON',
      content: await keep(at('64m.ndjson'), records(64 * MIB)),
      format: 'ndjson',
      times: 1,
    },
  ]
}
