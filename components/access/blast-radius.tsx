import type { ReactNode } from 'react'
import { boundedCount, count, plural } from '@/components/ui/format'
import { Glyph } from '@/components/ui/glyph'
import { Time } from '@/components/ui/time'
import type { BlastRadius, Disclosed, Revocation, RevocationDetail } from '@/lib/protocol/authority'
import { DERIVED } from './words'

type Line = { what: string; dry: string; actual: string | null; says: ReactNode }

/** What a revoke ends and what it cannot, counted before; beside it, once it is committed, what it did end. */
export function BlastTable({
  plan,
  derived,
  actual,
}: {
  plan: BlastRadius
  derived: Revocation['derived']
  actual?: Revocation | RevocationDetail
}) {
  const gone = actual && 'disclosed' in actual ? actual.disclosed.count : null
  const lines: Line[] = [
    {
      what: 'Grants',
      dry: count(plan.grants.count),
      actual: actual ? count(actual.grants) : null,
      says: actual ? 'ended' : 'end',
    },
    ...(plan.participants > 0
      ? [
          {
            what: 'Parts in runs',
            dry: count(plan.participants),
            actual: actual ? count(actual.participants) : null,
            says: actual ? 'ended' : 'end',
          },
        ]
      : []),
    {
      what: 'Artifacts',
      dry: count(plan.artifacts),
      actual: null,
      says: actual ? 'were readable by these grants' : 'are readable by these grants',
    },
    {
      what: 'Open reads',
      dry: `≤ ${count(plan.open_scans)}`,
      actual: null,
      says: 'their cursors are refused at the next page',
    },
    {
      what: 'Derived artifacts',
      dry: boundedCount(plan.derived),
      actual: actual && derived !== 'leave' ? count(actual.blocked) : null,
      says: DERIVED[derived].will,
    },
    { what: 'Copies of those', dry: count(plan.copies), actual: null, says: 'stay with whoever registered them' },
    {
      what: 'Past disclosures',
      dry: count(plan.disclosed.count),
      actual: gone === null ? null : count(gone),
      says: (gone ?? plan.disclosed.count) > 0 && (
        <span className="inline-flex items-center gap-1.5 font-medium text-blocked-text">
          <Glyph name="disclosed" className="text-blocked-mark" />
          cannot be recalled
        </span>
      ),
    },
  ]
  return (
    <table className="w-full border-collapse text-left text-sm">
      <thead className="border-line-strong border-b text-ink-3 text-xs">
        <tr>
          <Head>What</Head>
          <Head numeric>Dry run</Head>
          {actual && <Head numeric>Actual</Head>}
          <Head>{actual ? 'Now' : 'What will happen'}</Head>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.what} className="border-line border-b">
            <th scope="row" className="py-1.5 pr-2 font-semibold">
              {line.what}
            </th>
            <td className={`px-2 py-1.5 text-right ${actual ? 'text-ink-2' : 'font-semibold'}`}>{line.dry}</td>
            {actual && <td className="px-2 py-1.5 text-right font-semibold">{line.actual ?? ''}</td>}
            <td className="py-1.5 pl-2 text-ink-2">{line.says}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const Head = ({ numeric = false, children }: { numeric?: boolean; children: string }) => (
  <th scope="col" className={`h-8 whitespace-nowrap font-medium ${numeric ? 'px-2 text-right' : 'pr-2 last:pl-2'}`}>
    {children}
  </th>
)

/** To whom it had gone, newest first. This list is what a later notice or a clean-up starts from. */
export function Recipients({ disclosed, level: Heading = 'h3' }: { disclosed: Disclosed; level?: 'h2' | 'h3' }) {
  return (
    <section>
      <Heading className="font-semibold text-ink text-sm">Already disclosed to</Heading>
      {disclosed.recipients.length === 0 ? (
        <p className="text-ink-2 text-sm">Nobody. Nothing was read under these grants.</p>
      ) : (
        <ul>
          {disclosed.recipients.map((r) => (
            <li key={r.principal_id} className="flex flex-wrap items-baseline gap-x-3 py-1 text-sm">
              <span className="min-w-0 break-words" title={r.principal_id}>
                {r.name ?? r.principal_id}
              </span>
              <span className="ml-auto text-ink-2">{plural(r.disclosures, 'disclosure')}</span>
              <span className="text-ink-3 text-xs">
                last <Time at={r.last_at} show="utc" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
