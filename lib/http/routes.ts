import type { Route } from './route'
import { accessRoutes } from './routes/access'
import { artifactRoutes } from './routes/artifacts'
import { auditRoutes } from './routes/audit'
import { grantRoutes } from './routes/grants'
import { locatorRoutes } from './routes/locators'
import { peopleRoutes } from './routes/people'
import { publishRoute } from './routes/publish'
import { readingRoutes } from './routes/reading'
import { revocationRoutes } from './routes/revocations'
import { runRoutes } from './routes/runs'
import { schemaRoutes } from './routes/schemas'
import { tenantRoutes } from './routes/tenants'

/** Every operation of the API, in the order the reference shows them. */
export const routes: Route[] = [
  publishRoute,
  ...artifactRoutes,
  ...readingRoutes,
  ...locatorRoutes,
  ...schemaRoutes,
  ...runRoutes,
  ...grantRoutes,
  ...accessRoutes,
  ...revocationRoutes,
  ...auditRoutes,
  ...tenantRoutes,
  ...peopleRoutes,
]
