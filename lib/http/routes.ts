import type { Route } from './route'
import { artifactRoutes } from './routes/artifacts'
import { auditRoutes } from './routes/audit'
import { authorityRoutes } from './routes/authority'
import { locatorRoutes } from './routes/locators'
import { peopleRoutes } from './routes/people'
import { publishRoute } from './routes/publish'
import { readingRoutes } from './routes/reading'
import { runRoutes } from './routes/runs'
import { tenantRoutes } from './routes/tenants'

/** Every operation of the API, in the order the reference shows them. */
export const routes: Route[] = [
  publishRoute,
  ...artifactRoutes,
  ...readingRoutes,
  ...locatorRoutes,
  ...runRoutes,
  ...authorityRoutes,
  ...auditRoutes,
  ...tenantRoutes,
  ...peopleRoutes,
]
