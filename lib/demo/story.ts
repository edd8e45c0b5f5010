/**
 * The demo's incident, generated the same way each time: 12,840 records of one service fleet over four regions, observed
 * at 10:10 with failures in eu-west and observed again at 10:12, when another operation had overwritten the path and the
 * failures were in us-east.
 */
export const REGIONS = ['eu-west', 'us-east', 'us-west', 'ap-south'] as const
export const RECORDS = 12_840

export type Observation = {
  at: Date
  /** The region whose instances fail, and comes first. */
  failing: (typeof REGIONS)[number]
  /** Regions that answered. */
  regions: readonly (typeof REGIONS)[number][]
  seed: number
}

/** One JSON record a line, failures of the failing region first. */
export function* incidentLines(o: Observation): Iterable<string> {
  const random = generator(o.seed)
  const perRegion = RECORDS / REGIONS.length
  const ordered = [o.failing, ...REGIONS.filter((r) => r !== o.failing)].filter((r) => o.regions.includes(r))
  for (const region of ordered) {
    const failures = region === o.failing ? 1_204 : 7
    for (let i = 0; i < perRegion; i++) {
      const failed = i < failures
      const second = Math.floor((i * 600) / perRegion)
      yield JSON.stringify({
        time: new Date(o.at.getTime() - 600_000 + second * 1000).toISOString(),
        region,
        service: ['checkout', 'payments', 'catalog', 'search'][Math.floor(random() * 4)],
        instance: `i-${Math.floor(random() * 0xffffff)
          .toString(16)
          .padStart(6, '0')}`,
        status: failed ? 'failing' : 'healthy',
        error: failed ? ['connection refused', 'deadline exceeded', 'tls handshake'][Math.floor(random() * 3)] : null,
        latency_ms: Math.round((failed ? 4_000 + random() * 6_000 : 20 + random() * 180) * 10) / 10,
      })
    }
  }
}

/** Bytes of an observation, in pieces. */
export async function* incidentBytes(o: Observation): AsyncIterable<Buffer> {
  let piece = ''
  for (const line of incidentLines(o)) {
    piece += `${line}\n`
    if (piece.length > 65_536) {
      yield Buffer.from(piece)
      piece = ''
    }
  }
  yield Buffer.from(piece)
}

/** Mulberry32: small, seeded, good enough for a story. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
