import type { Metadata } from 'next'
import Link from 'next/link'
import { Page, PageTitle } from '@/components/shell/page'
import { Table, TableScroll, Td, THead, Th, Tr } from '@/components/ui/table'
import { PROBLEMS, type ProblemCode } from '@/lib/protocol/problem'

export const metadata: Metadata = { title: 'Problems' }

export default function ProblemsPage() {
  const codes = Object.keys(PROBLEMS) as ProblemCode[]
  return (
    <Page crumbs={[{ label: 'Problems' }]}>
      <PageTitle hint={`${codes.length} codes; each means the same everywhere`}>Problems</PageTitle>
      <TableScroll label="Problem codes" className="rounded-1 border border-line bg-surface">
        <Table>
          <THead>
            <tr>
              <Th>Code</Th>
              <Th numeric>Status</Th>
              <Th className="hidden sm:table-cell">Check</Th>
              <Th className="hidden sm:table-cell">Title</Th>
            </tr>
          </THead>
          <tbody>
            {codes.map((code) => (
              <Tr key={code}>
                <Td>
                  <Link className="link font-value text-xs" href={`/problems/${code}`}>
                    {code}
                  </Link>
                  <span className="block text-xs sm:hidden">{PROBLEMS[code].title}</span>
                  <span className="block text-ink-3 text-xs sm:hidden">{PROBLEMS[code].check}</span>
                </Td>
                <Td numeric>{PROBLEMS[code].status}</Td>
                <Td className="hidden text-ink-2 sm:table-cell">{PROBLEMS[code].check}</Td>
                <Td className="hidden sm:table-cell">{PROBLEMS[code].title}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Page>
  )
}
