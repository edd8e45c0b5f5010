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
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | null
  limits: Limits
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
}
