import { expect, test } from 'vitest'
import { GRACE_MS } from './artifacts/sweep'
import { ConfigError, loadConfig } from './config'

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env, '/srv/app')
  } catch (e) {
    if (e instanceof ConfigError) return e.problems
    throw e
  }
  throw new Error('the settings were accepted')
}

test('nothing set: the defaults', () => {
  expect(loadConfig({ PATH: '/usr/bin' }, '/srv/app')).toEqual({
    dataDir: '/srv/app/.holdfast',
    host: '127.0.0.1',
    port: 3000,
    baseUrl: 'http://localhost:3000',
    databaseUrl: null,
    demo: true,
    replica: false,
    s3: null,
    oidc: null,
    limits: {
      artifactBytes: 5_368_709_120,
      manifestBytes: 1_048_576,
      manifestDepth: 64,
      manifestFields: 10_000,
      inlineBytes: 16_777_216,
      publishSeconds: 21_600,
    },
  })
})

test('every setting is taken over', () => {
  const config = loadConfig(
    {
      HOLDFAST_DATA_DIR: '../data',
      HOLDFAST_HOST: '0.0.0.0',
      PORT: '8080',
      HOLDFAST_BASE_URL: 'https://holdfast.example.com/',
      DATABASE_URL: 'postgres://u:p@db:5432/holdfast',
      HOLDFAST_DEMO: '0',
      HOLDFAST_REPLICA: '1',
      HOLDFAST_S3_ENDPOINT: 'http://127.0.0.1:7480',
      HOLDFAST_S3_REGION: 'eu-west-1',
      HOLDFAST_S3_BUCKET: 'results',
      HOLDFAST_S3_ACCESS_KEY_ID: 'id',
      HOLDFAST_S3_SECRET_ACCESS_KEY: 'secret',
      HOLDFAST_OIDC_ISSUER: 'https://login.example.com/realms/x',
      HOLDFAST_OIDC_CLIENT_ID: 'holdfast',
      HOLDFAST_OIDC_CLIENT_SECRET: 'oidc secret',
      HOLDFAST_OIDC_NAME: 'Example',
      HOLDFAST_MAX_ARTIFACT_BYTES: '1.5 GB',
      HOLDFAST_MAX_MANIFEST_BYTES: '2mib',
      HOLDFAST_MAX_MANIFEST_DEPTH: '32',
      HOLDFAST_MAX_MANIFEST_FIELDS: '500',
      HOLDFAST_MAX_INLINE_BYTES: '4096',
      HOLDFAST_MAX_PUBLISH_SECONDS: '60',
    },
    '/srv/app',
  )
  expect(config).toEqual({
    dataDir: '/srv/data',
    host: '0.0.0.0',
    port: 8080,
    baseUrl: 'https://holdfast.example.com',
    databaseUrl: 'postgres://u:p@db:5432/holdfast',
    demo: false,
    replica: true,
    s3: {
      endpoint: 'http://127.0.0.1:7480',
      region: 'eu-west-1',
      bucket: 'results',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    oidc: {
      issuer: 'https://login.example.com/realms/x',
      clientId: 'holdfast',
      clientSecret: 'oidc secret',
      name: 'Example',
    },
    limits: {
      artifactBytes: 1_500_000_000,
      manifestBytes: 2_097_152,
      manifestDepth: 32,
      manifestFields: 500,
      inlineBytes: 4096,
      publishSeconds: 60,
    },
  })
})

test('a publish ends long before the sweep would take what it wrote', () => {
  const most = 43_200
  expect(loadConfig({ HOLDFAST_MAX_PUBLISH_SECONDS: String(most) }).limits.publishSeconds * 2000).toBe(GRACE_MS)
  expect(problemsOf({ HOLDFAST_MAX_PUBLISH_SECONDS: String(most + 1) })[0]).toMatch(/from 10 to 43200/)
  expect(problemsOf({ HOLDFAST_MAX_PUBLISH_SECONDS: '0' })).toHaveLength(1)
})

test('the base URL follows the port', () => {
  expect(loadConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080')
})

test('a replica needs the database of the others', () => {
  expect(problemsOf({ HOLDFAST_REPLICA: '1' })).toEqual([expect.stringMatching(/DATABASE_URL is not set\. Set it/)])
})

test('all faults are listed at once, each with its name and the fix', () => {
  const problems = problemsOf({
    PORT: '70000',
    HOLDFAST_DEMO: 'yes',
    HOLDFAST_BASE_URL: 'holdfast.example.com',
    HOLDFAST_MAX_ARTIFACT_BYTES: '5 GigaBytes',
    HOLDFAST_HOST: 'http://0.0.0.0',
  })
  expect(problems).toHaveLength(5)
  for (const name of [
    'PORT is "70000"',
    'HOLDFAST_DEMO is "yes"',
    'HOLDFAST_BASE_URL',
    '"5 GigaBytes"',
    'HOLDFAST_HOST',
  ]) {
    expect(problems.some((p) => p.includes(name))).toBe(true)
  }
})

test('of a provider or a store that is set in part, what is set is checked too', () => {
  expect(
    problemsOf({
      HOLDFAST_OIDC_ISSUER: 'login',
      HOLDFAST_S3_ENDPOINT: 's3',
      HOLDFAST_S3_BUCKET: 'No',
    }).map((p) => p.split(/ is | are |,/, 1)[0]),
  ).toEqual([
    'HOLDFAST_S3_REGION',
    'HOLDFAST_S3_ENDPOINT',
    'HOLDFAST_S3_BUCKET',
    'HOLDFAST_OIDC_CLIENT_ID',
    'HOLDFAST_OIDC_ISSUER',
  ])
})

test.each(['0', '-1', '3000.5', '0x50', '65536', '٣'])('PORT=%s is refused', (port) => {
  expect(problemsOf({ PORT: port })).toEqual([`PORT is ${JSON.stringify(port)}. Write a whole number from 1 to 65535.`])
})

test.each(['0', '0.5', '1e9', '-1', '6000TiB', '5 XiB', '1.0000001MiB'])('a size of %s is refused', (size) => {
  expect(problemsOf({ HOLDFAST_MAX_ARTIFACT_BYTES: size })).toHaveLength(1)
})

test.each([
  'https://h.example.com/app',
  'https://h.example.com/?a=1',
  'ftp://h.example.com',
  'https://user:hunter2@h.example.com',
])('base URL %s is refused', (url) => {
  const [problem] = problemsOf({ HOLDFAST_BASE_URL: url })
  expect(problem).toContain('HOLDFAST_BASE_URL')
  expect(problem).not.toContain('hunter2')
})

const OIDC = { HOLDFAST_OIDC_CLIENT_ID: 'holdfast', HOLDFAST_OIDC_CLIENT_SECRET: 'hunter2' }

test.each([
  'http://login.example.com',
  'http://127.0.0.1.example.com',
  'http://localhost.example.com',
  'http://10.0.0.1',
])('a provider at %s is refused: only this machine is reached without TLS', (issuer) => {
  const [problem] = problemsOf({ ...OIDC, HOLDFAST_OIDC_ISSUER: issuer })
  expect(problem).toContain(`HOLDFAST_OIDC_ISSUER is ${JSON.stringify(issuer)}. Write an https: address`)
})

test.each(['http://localhost:9000', 'http://127.0.0.1:9000', 'http://[::1]:9000', 'https://login.example.com'])(
  'a provider at %s is taken, and its host is its name',
  (issuer) => {
    expect(loadConfig({ ...OIDC, HOLDFAST_OIDC_ISSUER: issuer }).oidc).toMatchObject({
      issuer,
      name: new URL(issuer).host,
    })
  },
)

test('a provider is set whole or not at all, and its secret is in no message', () => {
  expect(problemsOf({ HOLDFAST_OIDC_NAME: 'Example' })[0]).toContain(
    'HOLDFAST_OIDC_ISSUER, HOLDFAST_OIDC_CLIENT_ID, HOLDFAST_OIDC_CLIENT_SECRET are not set',
  )
  expect(problemsOf(OIDC)[0]).toMatch(/^HOLDFAST_OIDC_ISSUER is not set/)
  expect(problemsOf(OIDC).join()).not.toContain('hunter2')
  const withPassword = { ...OIDC, HOLDFAST_OIDC_ISSUER: 'https://user:hunter3@login.example.com' }
  expect(problemsOf(withPassword)[0]).toContain('HOLDFAST_OIDC_ISSUER is not the address of a provider')
  expect(problemsOf(withPassword).join()).not.toContain('hunter3')
  expect(
    problemsOf({ ...OIDC, HOLDFAST_OIDC_ISSUER: 'https://l.example.com', HOLDFAST_OIDC_NAME: 'x'.repeat(41) })[0],
  ).toMatch(/^HOLDFAST_OIDC_NAME has 41 characters/)
})

test('a mistyped setting is an error that names the right one', () => {
  expect(problemsOf({ HOLDFAST_DATADIR: '/data' })).toEqual([
    'HOLDFAST_DATADIR is not a setting. Did you mean HOLDFAST_DATA_DIR?',
  ])
  expect(problemsOf({ HOLDFAST_S3_SECRET_KEY: 'x' })[0]).toContain('HOLDFAST_S3_SECRET_ACCESS_KEY')
  expect(problemsOf({ HOLDFAST_ZZZZZZZZ: '1' })[0]).toContain('Remove it')
})

test('settings of the command line and of tests pass', () => {
  expect(() =>
    loadConfig({ HOLDFAST_KEY: 'k', HOLDFAST_URL: 'http://localhost:3000', HOLDFAST_TEST_CHROMIUM: '/x' }),
  ).not.toThrow()
})

test('secrets never reach the message', () => {
  const text = problemsOf({
    DATABASE_URL: 'mysql://root:hunter2@db/holdfast',
    HOLDFAST_S3_SECRET_ACCESS_KEY: 'hunter3',
    HOLDFAST_S3_BUCKET: 'results',
  }).join('\n')
  expect(text).toContain('DATABASE_URL')
  expect(text).toContain('HOLDFAST_S3_ENDPOINT, HOLDFAST_S3_REGION, HOLDFAST_S3_ACCESS_KEY_ID are not set')
  expect(text).not.toMatch(/hunter/)
})

test('an empty variable counts as not set', () => {
  expect(loadConfig({ PORT: '', DATABASE_URL: ' ' }, '/srv/app').port).toBe(3000)
})
