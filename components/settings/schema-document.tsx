import Link from 'next/link'
import { ScrollText } from '@/components/artifact/scroll-text'
import { visible, visibleLines } from '@/components/artifact/visible-text'
import { Digest } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { Fact, Facts } from '@/components/ui/facts'
import { bytes } from '@/components/ui/format'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { RegisteredSchema } from '@/lib/protocol/schemas'

/** One registered schema, its document exactly as it was sent. `list`: where all of them are. */
export function SchemaDocument({ schema, list }: { schema: RegisteredSchema & { document: string }; list: string }) {
  return (
    <div className="space-y-3">
      <Panel aria-labelledby="schema-title">
        <PanelHeader id="schema-title" title={visible(schema.version)} hint="never changes">
          <CopyButton text={schema.document}>Copy the document</CopyButton>
        </PanelHeader>
        <PanelBody>
          <Facts>
            <Fact name="Digest">
              <Digest value={schema.digest} />
            </Fact>
            <Fact name="Length">{bytes(schema.bytes)}</Fact>
            <Fact name="Registered">
              <Time at={schema.registered_at} /> by{' '}
              {visible(schema.registered_by.name ?? schema.registered_by.principal_id)}
            </Fact>
          </Facts>
        </PanelBody>
        <ScrollText label="The document" className="max-h-[60dvh] border-line border-t">
          {visibleLines(schema.document)}
        </ScrollText>
      </Panel>
      <p>
        <Link className="link" href={list}>
          All schemas
        </Link>
      </p>
    </div>
  )
}
