/** The part of oidc-provider that the tests use; the package has no declarations. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export type Context = { path: string; body: unknown; status: number }
  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    /** Koa middleware, before the provider's own. */
    use(middleware: (ctx: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): RequestListener
  }
}
