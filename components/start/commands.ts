import { quoted } from '@/components/ui/shell'

export const FIRST_RUN = 'run_first'
export const FIRST_NAMES = { capture: 'first-capture', agent: 'first-agent' } as const

/** JSON with a line for each member of the manifest: short enough to take in, wide enough not to fill the page. */
function compact({ manifest, content }: { manifest: Record<string, unknown>; content: unknown }): string {
  const members = Object.entries(manifest).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  return `{"manifest": {\n${members.join(',\n')}},\n  "content": ${JSON.stringify(content)}}`
}

/**
 * What to paste, with the keys while they are known. `at` is the instant the page was made: it is the observation's, and it
 * names the call, so that pasting from a page opened later is another call and no conflict.
 */
export function startCommands(o: {
  baseUrl: string
  tenant: string
  at: string
  keys: { capture: string; agent: string } | null
}): { keys: string; keysByCli: string; publish: string; read: string; readByCli: string } {
  const request = {
    manifest: {
      tool_call: { id: `call_first_${o.at.replace(/\D/g, '').slice(0, 14)}`, tool: 'shell' },
      run_id: FIRST_RUN,
      source_version: { source_id: 'my-terminal', snapshot_id: 'first', observed_at: o.at },
      completeness: { status: 'complete' },
      record_format: 'lines',
    },
    content: { text: 'first line\nsecond line\n' },
  }
  const body = compact(request)
  const json = `-H 'Content-Type: application/json'`
  return {
    keys: [
      `export HOLDFAST_URL=${quoted(o.baseUrl)}`,
      `export CAPTURE_KEY=${o.keys ? quoted(o.keys.capture) : "'…'"}`,
      `export AGENT_KEY=${o.keys ? quoted(o.keys.agent) : "'…'"}`,
    ].join('\n'),
    keysByCli: [
      `export HOLDFAST_URL=${quoted(o.baseUrl)}`,
      ...(['capture', 'agent'] as const).map(
        (kind) =>
          `export ${kind.toUpperCase()}_KEY=$(npm run -s holdfast -- keys create --tenant ${quoted(o.tenant)} --kind ${kind} --name ${FIRST_NAMES[kind]} --run ${FIRST_RUN})`,
      ),
    ].join('\n'),
    publish: [
      `ANSWER=$(curl -sS "$HOLDFAST_URL/api/v1/artifacts" \\`,
      `  -H "Authorization: Bearer $CAPTURE_KEY" ${json} \\`,
      `  -d ${quoted(body)})`,
      `printf '%s\\n' "$ANSWER"; ID=$(printf '%s' "$ANSWER" | grep -o 'art_[0-9a-z]*' | head -1)`,
    ].join('\n'),
    read: [
      `curl -sS "$HOLDFAST_URL/api/v1/artifacts/$ID/read" \\`,
      `  -H "Authorization: Bearer $AGENT_KEY" ${json} \\`,
      `  -d '{"selector":{"type":"record_range","start":0,"end":2}}'`,
    ].join('\n'),
    readByCli: `HOLDFAST_KEY="$AGENT_KEY" npm run -s holdfast -- read "$ID" --records 0:2`,
  }
}
