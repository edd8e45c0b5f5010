'use client'
import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { useArtifact } from './artifact-context'
import { ask, problemOf } from './request'
import { ScrollText } from './scroll-text'
import { visibleLines } from './visible-text'

/** The descriptor under the service's signature, and how anybody can check it without the service. */
export function DescriptorTab() {
  const { api, id, purpose } = useArtifact()
  const query = useQuery({
    queryKey: ['descriptor', id, purpose],
    queryFn: async ({ signal }) => (await ask(`${api}/descriptor.jws`, { purpose, signal })).trim(),
  })
  const problem = problemOf(query.error)
  const jws = query.data
  const command = `npm run -s holdfast -- verify ${id}`
  return (
    <div className="space-y-4">
      <Panel aria-labelledby="descriptor-title">
        <PanelHeader id="descriptor-title" title="Signed descriptor" hint="compact JWS, Ed25519">
          {jws && <CopyButton text={jws}>Copy JWS</CopyButton>}
        </PanelHeader>
        {problem && (
          <PanelBody>
            <ProblemNotice
              problem={problem}
              actions={<Button onClick={() => void query.refetch()}>Try again</Button>}
            />
          </PanelBody>
        )}
        {query.isPending && !problem && (
          <PanelBody>
            <Skeleton lines={4} what="the signed descriptor" />
          </PanelBody>
        )}
        {jws && (
          <ScrollText label="Text of the signed descriptor" className="max-h-72">
            {jws}
          </ScrollText>
        )}
      </Panel>
      <Panel aria-labelledby="offline-title">
        <PanelHeader id="offline-title" title="Verify it without the service" />
        <PanelBody>
          <ol className="list-decimal space-y-2 pl-5 text-ink-2">
            <li>
              The signature binds the ten fields, the length, the chunk size and the Merkle root. Its key is one of{' '}
              <a className="link font-value text-xs" href="/.well-known/jwks.json">
                /.well-known/jwks.json
              </a>
              : keep a copy of that file.
            </li>
            <li>
              The command line fetches the descriptor, the bytes and a proof, and checks signature, digest and proof on
              your machine. It exits with 0 only when all three hold.
              <span className="mt-1 flex flex-wrap items-center gap-2">
                <code className="rounded-1 bg-sunken px-2 py-1 text-ink text-xs [overflow-wrap:anywhere]">
                  {command}
                </code>
                <CopyButton text={command} size="small">
                  Copy command
                </CopyButton>
              </span>
            </li>
            <li>Possessing the descriptor or its signature grants nothing: reading asks for authority each time.</li>
          </ol>
        </PanelBody>
      </Panel>
      {jws && <Decoded jws={jws} />}
    </div>
  )
}

/** What the signature covers, decoded in the browser for reading. Decoding checks nothing, and says so. */
function Decoded({ jws }: { jws: string }) {
  const parts = decode(jws)
  if (!parts) return null
  return (
    <Panel aria-labelledby="decoded-title">
      <PanelHeader
        id="decoded-title"
        title="What is signed"
        hint="decoded for reading; the signature was not checked here"
      />
      <ScrollText label="Header and payload of the signed descriptor" className="max-h-[480px]">
        {visibleLines(`${parts.header}\n${parts.payload}`)}
      </ScrollText>
    </Panel>
  )
}

function decode(jws: string): { header: string; payload: string } | null {
  const [header, payload] = jws.split('.').map((part) => {
    try {
      const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
      return new TextDecoder().decode(bytes)
    } catch {
      return null
    }
  })
  if (!header || !payload) return null
  const indented = (text: string) => JSON.stringify(JSON.parse(text), null, 2)
  return { header: indented(header), payload: indented(payload) }
}
