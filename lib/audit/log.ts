/**
 * Whose log: a tenant, or the instance itself, whose name is empty. What happens outside any tenant (sign-ins, acts of the
 * operator, refusals of strangers) is in the instance's log.
 */
export const INSTANCE_LOG = ''

export const logOf = (tenantId: string | null): string => tenantId ?? INSTANCE_LOG

/** The log's name in paths, below the checkpoints and in origins. A name that no tenant could have is written in hex. */
export const logPath = (log: string): string =>
  log === INSTANCE_LOG
    ? 'instance'
    : `tenants/${/^[a-z0-9][a-z0-9._-]*$/.test(log) ? log : `~${Buffer.from(log).toString('hex')}`}`

/** The log whose path this is, or null. */
export function logOfPath(path: string): string | null {
  if (path === 'instance') return INSTANCE_LOG
  const name = /^tenants\/([^/]+)$/.exec(path)?.[1]
  if (name === undefined) return null
  const log = name.startsWith('~') ? Buffer.from(name.slice(1), 'hex').toString() : name
  return logPath(log) === path ? log : null
}

/** What a new log is called in its checkpoints. Given once; a log keeps it when the address of the instance changes. */
export const originOf = (baseUrl: string, log: string): string => `${new URL(baseUrl).host}/audit/${logPath(log)}`
