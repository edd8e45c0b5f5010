import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageTitle } from '@/components/shell/page'
import { Fact, Facts } from '@/components/ui/facts'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { RECOVERY } from '@/components/ui/problem-notice'
import { type Check, PROBLEMS, type ProblemCode, ProblemError, toProblem } from '@/lib/protocol/problem'
import { EXAMPLES } from '@/lib/protocol/problem-examples'
import { runtime } from '@/lib/runtime'

type Props = { params: Promise<{ code: string }> }

const isCode = (code: string): code is ProblemCode => Object.hasOwn(PROBLEMS, code)

/** Which of the separate checks refused, as a question. */
const CHECKS: Record<Check, string> = {
  integrity: 'integrity: are these the referenced bytes?',
  applicability: 'applicability: do they satisfy what was asked?',
  authority: 'authority: may this caller receive these bytes for this purpose now?',
  request: 'request: can what was sent be understood and done?',
  service: 'service: can it answer at all?',
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).code }
}

/** What the `type` of a problem document leads to. For anybody: it holds nothing of a tenant. */
export default async function ProblemPage({ params }: Props) {
  const { code } = await params
  if (!isCode(code)) notFound()
  const { status, title, check, recovery, explain } = PROBLEMS[code]
  const { config } = await runtime()
  const { detail, ...extra } = EXAMPLES[code]
  const example = toProblem(new ProblemError(code, detail, extra), 'req_1k40etxdgqjj6agtk9rct9hcbg', config.baseUrl)
  return (
    <Page
      crumbs={[
        { label: 'Problems', href: '/problems' },
        { label: code, exact: true },
      ]}
    >
      <PageTitle>{title}</PageTitle>
      <p className="mb-4 max-w-[68ch] text-ink-2">
        <Ticked text={explain} />
      </p>
      <div className="grid max-w-[960px] gap-4 md:grid-cols-2">
        <Panel aria-labelledby="facts">
          <PanelHeader id="facts" title="What it is" />
          <PanelBody className="py-1">
            <Facts>
              <Fact name="Code">
                <code>{code}</code>
              </Fact>
              <Fact name="Status">
                <code>{status}</code>
              </Fact>
              <Fact name="Check that refused">{CHECKS[check]}</Fact>
              <Fact name="What to do">{recovery ? RECOVERY[recovery] : 'Change the request as the detail says.'}</Fact>
            </Facts>
          </PanelBody>
        </Panel>
        <Panel aria-labelledby="document" className="overflow-hidden">
          <PanelHeader id="document" title="An example" hint="application/problem+json" />
          <pre className="whitespace-pre-wrap break-words px-3.5 py-3 text-xs">{JSON.stringify(example, null, 2)}</pre>
        </Panel>
      </div>
    </Page>
  )
}

/** Names between backticks are names on the wire. */
function Ticked({ text }: { text: string }) {
  return text.split('`').map((part, i) =>
    i % 2 === 1 ? (
      <code key={part} className="text-ink text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )
}
