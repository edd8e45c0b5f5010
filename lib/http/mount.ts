import type { Hono } from 'hono'
import { runtime } from '@/lib/runtime'
import { createApp } from './app'
import { carryResponse } from './carry'
import type { Bindings } from './route'

let app: Promise<Hono<{ Bindings: Bindings }>> | null = null

/** The API as a Next route handler: the same app as behind `server.ts`, for deployments that run Next alone. */
export async function mounted(request: Request): Promise<Response> {
  app ??= runtime().then(createApp)
  app.catch(() => {
    app = null
  })
  const [{ leases }, api] = await Promise.all([runtime(), app])
  return carryResponse(leases, async () => api.fetch(request))
}
