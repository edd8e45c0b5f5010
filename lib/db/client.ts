import postgres from 'postgres'

/**
 * Opens a pool. `url` is a PostgreSQL URL; `?host=/folder` names the folder of a Unix socket, as libpq has it.
 *
 * - `search_path` is the product's own schema, so that written-out SQL needs no prefix.
 * - Generic plans: every statement of the hot path is prepared and planned once (custom plans cost 2.5 to 4 times).
 * - `int8` arrives as a number. Sizes, counts and sequence numbers stay far below 2^53.
 * - `role` is taken before the first statement, and is what `reset role` comes back to: the second fence binds it
 *   (drizzle/0007_fence.sql).
 * - A session that dies inside a transaction may hold the disclosure gate: the database ends it after a minute.
 */
export function openDatabase(
  url: string,
  { max = 10, name = 'holdfast', role }: { max?: number; name?: string; role?: 'holdfast_app' } = {},
): postgres.Sql {
  const address = new URL(url)
  const socketFolder = address.searchParams.get('host')
  address.searchParams.delete('host')
  const options: postgres.Options<{ bigint: postgres.PostgresType<number> }> = {
    max,
    connect_timeout: 10,
    prepare: true,
    onnotice: () => {},
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    connection: {
      application_name: name,
      search_path: 'holdfast',
      plan_cache_mode: 'force_generic_plan',
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      ...(role && { role }),
    },
    ...(socketFolder && { path: `${socketFolder}/.s.PGSQL.${address.port || 5432}` }),
  }
  return postgres(address.href, options) as postgres.Sql
}
