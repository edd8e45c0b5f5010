import type { Command } from './command'
import { auditCommands } from './commands/audit'
import { demoCommands } from './commands/demo'
import { deriveCommands } from './commands/derive'
import { describeCommands } from './commands/describe'
import { keyCommands } from './commands/keys'
import { memberCommands } from './commands/members'
import { publishCommands } from './commands/publish'
import { queryCommands } from './commands/query'
import { readCommands } from './commands/read'
import { schemaCommands } from './commands/schemas'
import { tenantCommands } from './commands/tenants'
import { userCommands } from './commands/users'
import { verifyCommands } from './commands/verify'
import { verifyAuditCommands } from './commands/verify-audit'

export const COMMANDS: Command[] = [
  ...tenantCommands,
  ...keyCommands,
  ...userCommands,
  ...memberCommands,
  ...schemaCommands,
  ...publishCommands,
  ...describeCommands,
  ...readCommands,
  ...queryCommands,
  ...deriveCommands,
  ...verifyCommands,
  ...auditCommands,
  ...verifyAuditCommands,
  ...demoCommands,
]
