import { z } from 'zod'

/**
 * Identifiers on the wire.
 *
 * Ids made by the service are a prefix and 26 characters of Crockford base32 (128 random bits): they reveal nothing
 * and cannot be guessed. Ids chosen by callers (tenants, runs) use a small alphabet, so that they are safe in paths,
 * logs and file names. A `tool_call_id` is opaque text chosen by somebody else's runtime and is never part of a path.
 */
const made = (prefix: string) => new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`)

export const ARTIFACT_ID = made('art')
/** In the log: a disclosure's event is the disclosure itself. */
export const EVENT_ID = made('(?:evt|dsc)')

export const ArtifactId = z
  .string()
  .regex(ARTIFACT_ID, 'write an artifact id: "art_" and 26 characters')
  .meta({
    description: 'Identity of one immutable artifact, made by the service. Random; carries no authority.',
    examples: ['art_01h455vb4pex5vsknk084sn02q'],
  })

const name = (what: string, example: string) =>
  z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,62}$/,
      `use 1 to 63 of a-z, 0-9, ".", "_" and "-", starting with a letter or a digit`,
    )
    .meta({ description: what, examples: [example] })

export const TenantId = name('Who owns the artifact.', 'acme')
export const Purpose = name('What a disclosure is for; a list kept by each tenant.', 'diagnosis')
export const RunId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/,
    'use 1 to 128 of A-Z, a-z, 0-9, ".", "_", ":" and "-", starting with a letter or a digit',
  )
  .meta({ description: 'In which piece of work. Unique within the tenant.', examples: ['run_incident_042'] })

export const Reference = z
  .string()
  .regex(/^artifact:art_[0-9a-hjkmnp-tv-z]{26}$/, 'write a reference: "artifact:" and the artifact id')
  .meta({
    description: 'The opaque reference: the only string that goes into a tool result.',
    examples: ['artifact:art_01h455vb4pex5vsknk084sn02q'],
  })

export const reference = (artifactId: string): string => `artifact:${artifactId}`

/** Text that names something: bounded, and without U+0000, which PostgreSQL cannot hold. Content has no such limit. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((s) => !s.includes('\0'), 'leave out the character U+0000')

/** The years 1 to 9999, in UTC: what RFC 3339 can write and the database can hold. */
const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
/** What is no date at all is refused as such. */
const inRange = (s: string) => !(Date.parse(s) < EARLIEST || Date.parse(s) > LATEST)

/** RFC 3339 with an offset or Z; kept exactly as sent, compared as an instant. */
export const Instant = z.iso
  .datetime({ offset: true, local: false })
  .refine(inRange, 'lies outside the years 1 to 9999 in UTC')
  .meta({
    description: 'RFC 3339 date and time with an offset. Compared as an instant.',
    examples: ['2026-11-06T04:39:50Z'],
  })

/** Names in the operation log: what a credential can be. */
export const KeyKind = z.enum(['capture', 'agent', 'admin']).meta({
  description:
    'capture: publishes captures and creates runs, reads nothing. agent: reads and publishes derived artifacts. admin: administers one tenant, receives no bytes.',
})
export type KeyKind = z.infer<typeof KeyKind>

/** What a key is narrowed to. A key without scopes may all that its kind may. */
export const KeyScope = z.enum(['read', 'publish', 'runs', 'administer']).meta({
  description:
    'read: artifacts, locators and the log. publish: artifacts. runs: create runs, name participants. administer: keys, people, grants, revocations. A scope never adds to what the kind of key may.',
})
export type KeyScope = z.infer<typeof KeyScope>
