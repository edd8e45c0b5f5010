import { drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'

/**
 * Drizzle on the same pool as the written-out statements. `drizzle()` replaces the client's parsers of dates and its
 * serializer of JSON; they are put back, so that both see `Date` (its columns pass a `Date` through unchanged).
 */
export function openOrm(sql: postgres.Sql) {
  const parsers = { ...sql.options.parsers }
  const serializers = { ...sql.options.serializers }
  const orm = drizzle(sql)
  Object.assign(sql.options.parsers, parsers)
  Object.assign(sql.options.serializers, serializers)
  return orm
}
export type Orm = ReturnType<typeof openOrm>
