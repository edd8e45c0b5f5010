import { isAbsolute, resolve } from 'node:path'
import { isLoopback, type Problems, parseAddress, parseBytes, parseCount, parseFlag, suggest } from './settings'

/** Everything an operator can set. Read once, at start; nothing else in the code reads the environment. */
export type Config = {
  dataDir: string
  host: string
  port: number
  /** Public base URL without a trailing slash; the issuer of signatures and the origin of browser requests. */
  baseUrl: string
  /** null: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | null
  demo: boolean
  /** One more server process on the data folder and database of another, which keeps them (docs/operating.md). */
  replica: boolean
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null
  /** The provider people sign in through, besides local accounts. null: none. */
  oidc: Oidc | null
  limits: Limits
}

export type Oidc = {
  /** Exactly as the provider writes it in its discovery document and in `iss`. */
  issuer: string
  clientId: string
  clientSecret: string
  /** On the button of the sign-in page. */
  name: string
}

export type Limits = {
  /** Bytes of one artifact. */
  artifactBytes: number
  /** Bytes of a manifest, and how deep and wide its JSON may be. */
  manifestBytes: number
  manifestDepth: number
  manifestFields: number
  /** Bytes of a whole `application/json` publish. Larger results are streamed as multipart. */
  inlineBytes: number
  /** How long one publish may take, in seconds, from its first byte of content to its transaction. */
  publishSeconds: number
}

const S3 = {
  HOLDFAST_S3_ENDPOINT: 'endpoint',
  HOLDFAST_S3_REGION: 'region',
  HOLDFAST_S3_BUCKET: 'bucket',
  HOLDFAST_S3_ACCESS_KEY_ID: 'accessKeyId',
  HOLDFAST_S3_SECRET_ACCESS_KEY: 'secretAccessKey',
} as const

const OIDC = {
  HOLDFAST_OIDC_ISSUER: 'issuer',
  HOLDFAST_OIDC_CLIENT_ID: 'clientId',
  HOLDFAST_OIDC_CLIENT_SECRET: 'clientSecret',
} as const

/** Settings of the server, and those that the command line and the tests read themselves. */
const KNOWN = [
  'HOLDFAST_DATA_DIR',
  'HOLDFAST_HOST',
  'HOLDFAST_BASE_URL',
  'HOLDFAST_DEMO',
  'HOLDFAST_REPLICA',
  ...Object.keys(S3),
  ...Object.keys(OIDC),
  'HOLDFAST_OIDC_NAME',
  'HOLDFAST_MAX_ARTIFACT_BYTES',
  'HOLDFAST_MAX_MANIFEST_BYTES',
  'HOLDFAST_MAX_MANIFEST_DEPTH',
  'HOLDFAST_MAX_MANIFEST_FIELDS',
  'HOLDFAST_MAX_INLINE_BYTES',
  'HOLDFAST_MAX_PUBLISH_SECONDS',
  'HOLDFAST_URL',
  'HOLDFAST_KEY',
]
const ELSEWHERE = /^HOLDFAST_TEST_/

/** Lists every setting that is wrong, so that an operator corrects them in one go. The message is for a terminal. */
export class ConfigError extends Error {
  readonly code = 'config_invalid'
  constructor(readonly problems: readonly string[]) {
    super(`The settings do not fit:\n${problems.map((p) => `  ${p}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/** Reads and checks the settings. An empty variable counts as not set. Throws one `ConfigError` for all faults. */
export function loadConfig(env: Record<string, string | undefined>, cwd: string = process.cwd()): Config {
  const problems: string[] = []
  const read = (name: string) => env[name]?.trim() || null

  for (const name of Object.keys(env)) {
    if (!name.startsWith('HOLDFAST_') || KNOWN.includes(name) || ELSEWHERE.test(name)) continue
    const near = suggest(name, KNOWN)
    problems.push(
      `${name} is not a setting.${near ? ` Did you mean ${near}?` : ' Remove it; docs/operating.md lists all.'}`,
    )
  }

  const port = parseCount('PORT', read('PORT') ?? '3000', 1, 65_535, problems)
  const dataDir = resolve(cwd, read('HOLDFAST_DATA_DIR') ?? '.holdfast')
  if (dataDir === '/' || !isAbsolute(dataDir)) {
    problems.push(`HOLDFAST_DATA_DIR is ${JSON.stringify(dataDir)}. Name a folder that Holdfast may own.`)
  }
  const limit = (name: string, fallback: string, least: number, most: number) =>
    parseBytes(name, read(name) ?? fallback, least, most, problems)
  const number = (name: string, fallback: string, least: number, most: number) =>
    parseCount(name, read(name) ?? fallback, least, most, problems)

  const config: Config = {
    dataDir,
    host: parseHost(read('HOLDFAST_HOST') ?? '127.0.0.1', problems),
    port,
    baseUrl: parseBaseUrl(read('HOLDFAST_BASE_URL'), port, problems),
    databaseUrl: parseDatabaseUrl(read('DATABASE_URL'), problems),
    demo: parseFlag('HOLDFAST_DEMO', read('HOLDFAST_DEMO') ?? '1', problems),
    replica: parseFlag('HOLDFAST_REPLICA', read('HOLDFAST_REPLICA') ?? '0', problems),
    s3: parseS3(read, problems),
    oidc: parseOidc(read, problems),
    limits: {
      artifactBytes: limit('HOLDFAST_MAX_ARTIFACT_BYTES', '5GiB', 1, 2 ** 42),
      manifestBytes: limit('HOLDFAST_MAX_MANIFEST_BYTES', '1MiB', 1024, 2 ** 26),
      manifestDepth: number('HOLDFAST_MAX_MANIFEST_DEPTH', '64', 4, 1000),
      manifestFields: number('HOLDFAST_MAX_MANIFEST_FIELDS', '10000', 100, 1_000_000),
      // A whole JSON body is held in memory, decoded, beside its source: hence the low ceiling.
      inlineBytes: limit('HOLDFAST_MAX_INLINE_BYTES', '16MiB', 1024, 2 ** 28),
      // At most half of what the sweep waits before it takes an object for a left-over (artifacts/sweep.ts).
      publishSeconds: number('HOLDFAST_MAX_PUBLISH_SECONDS', '21600', 10, 43_200),
    },
  }
  if (config.replica && config.databaseUrl === null)
    problems.push(
      'HOLDFAST_REPLICA is 1, but DATABASE_URL is not set. Set it to the database of the process that keeps the data folder, or unset HOLDFAST_REPLICA.',
    )
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function parseHost(value: string, problems: Problems): string {
  if (/^[A-Za-z0-9.:_-]+$/.test(value)) return value
  problems.push(
    `HOLDFAST_HOST is ${JSON.stringify(value)}. Write an address to listen on, such as 127.0.0.1 or 0.0.0.0, without a port.`,
  )
  return value
}

function parseBaseUrl(value: string | null, port: number, problems: Problems): string {
  if (value === null) return `http://localhost:${port}`
  const url = parseAddress(value, ['http:', 'https:'])
  if (url && !url.search && !url.hash && !url.username && !url.password && url.pathname === '/') return url.origin
  problems.push(
    `HOLDFAST_BASE_URL is ${JSON.stringify(url?.password ? '(with a password)' : value)}. Write scheme, host and port as browsers see them, such as https://holdfast.example.com.`,
  )
  return value
}

/** The address may hold a password, so the message never repeats it. */
function parseDatabaseUrl(value: string | null, problems: Problems): string | null {
  if (value === null) return null
  const url = parseAddress(value, ['postgres:', 'postgresql:'])
  if (url && url.pathname.length > 1) return value
  problems.push(
    'DATABASE_URL is not the address of a database (its value is not shown, for it may hold a password). Write postgres://user:password@host:5432/database, or unset it for the embedded PostgreSQL.',
  )
  return value
}

/** Plain HTTP is for a provider on this machine alone: whoever is on the path of any other could sign in as anybody. */
function parseOidc(read: (name: string) => string | null, problems: Problems): Oidc | null {
  const set = Object.keys(OIDC).filter((name) => read(name) !== null)
  const name = read('HOLDFAST_OIDC_NAME')
  if (set.length === 0 && name === null) return null
  const missing = Object.keys(OIDC).filter((name) => read(name) === null)
  if (missing.length > 0)
    problems.push(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set, though another HOLDFAST_OIDC_ setting is. Set issuer, client id and client secret to sign in through a provider, or none of them.`,
    )
  const issuer = read('HOLDFAST_OIDC_ISSUER') ?? ''
  const url = parseAddress(issuer, ['https:', 'http:'])
  if (issuer && (!url || url.search || url.hash || url.username || url.password))
    problems.push(
      'HOLDFAST_OIDC_ISSUER is not the address of a provider (its value is not shown, for it may hold a password). Write the issuer as its discovery document has it, such as https://login.example.com.',
    )
  else if (url?.protocol === 'http:' && !isLoopback(url.hostname))
    problems.push(
      `HOLDFAST_OIDC_ISSUER is ${JSON.stringify(issuer)}. Write an https: address; http: is for a provider on this machine (localhost, 127.0.0.1, [::1]).`,
    )
  if (name && name.length > 40)
    problems.push(`HOLDFAST_OIDC_NAME has ${name.length} characters. Write at most 40: it stands on a button.`)
  return {
    issuer,
    clientId: read('HOLDFAST_OIDC_CLIENT_ID') ?? '',
    clientSecret: read('HOLDFAST_OIDC_CLIENT_SECRET') ?? '',
    name: name ?? url?.host ?? issuer,
  }
}

function parseS3(read: (name: string) => string | null, problems: Problems): Config['s3'] {
  const entries = Object.entries(S3).map(([name, field]) => ({ name, field, value: read(name) }))
  if (entries.every((e) => e.value === null)) return null
  const missing = entries.filter((e) => e.value === null).map((e) => e.name)
  if (missing.length > 0)
    problems.push(
      `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set, though another HOLDFAST_S3_ setting is. Set all five for an S3 store, or none for the data folder.`,
    )
  const s3 = Object.fromEntries(entries.map((e) => [e.field, e.value ?? ''])) as NonNullable<Config['s3']>
  if (s3.endpoint && !parseAddress(s3.endpoint, ['http:', 'https:'])) {
    problems.push(`HOLDFAST_S3_ENDPOINT is ${JSON.stringify(s3.endpoint)}. Write a URL such as https://s3.example.com.`)
  }
  if (s3.bucket && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(s3.bucket)) {
    problems.push(
      `HOLDFAST_S3_BUCKET is ${JSON.stringify(s3.bucket)}. Bucket names have 3 to 63 small letters, digits, dots and hyphens.`,
    )
  }
  return s3
}
