import type { Call, Command } from '@/lib/cli/command'
import { EXIT } from '@/lib/cli/exit'
import { sendJson } from '@/lib/cli/request'
import { put } from '@/lib/cli/terminal'
import type { RemovedDemo } from '@/lib/protocol/admin'

async function remove({ terminal, json, target }: Call) {
  const { text, value } = await sendJson<RemovedDemo>(await target(), { method: 'DELETE', path: '/api/v1/demo' })
  await put(
    terminal.stderr,
    `The demo tenant ${value.tenant_id} was removed: ${value.artifacts} artifacts destroyed, ${value.keys_revoked} keys revoked.\n`,
  )
  if (json) await put(terminal.stdout, `${text}\n`)
  return EXIT.ok
}

export const demoCommands: Command[] = [
  {
    name: 'demo remove',
    summary: 'remove the demo tenant: its keys, bytes and credentials',
    takes: [],
    options: {},
    details: ['Tombstones and the log stay. Set HOLDFAST_DEMO=0 to start without the demo.'],
    credential: 'operator',
    run: remove,
  },
]
