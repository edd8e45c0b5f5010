import { count } from '@/components/ui/format'
import { middle } from '@/components/ui/middle'
import { Status } from '@/components/ui/status'
import type { VerifyResponse } from '@/lib/protocol/read'

const ROWS = [
  ['content_hash', 'Content hash'],
  ['merkle_root', 'Merkle root'],
  ['bytes', 'Bytes'],
  ['chunks', 'Chunks'],
] as const

const shown = (value: string | number) =>
  typeof value === 'number' ? count(value) : middle(value.replace('sha256:', ''), 8, 6)

/** What was recorded at publish beside what was computed just now, and whether each pair is equal. */
export function VerifyResult({ result }: { result: VerifyResponse }) {
  return (
    <table className="my-2 w-full table-fixed border-line border-t text-left text-xs">
      <caption className="sr-only">Expected and computed, checked {result.checked_at}</caption>
      <thead>
        <tr className="text-ink-3 [&_th]:py-1 [&_th]:font-medium">
          <th scope="col">Fact</th>
          <th scope="col">Expected</th>
          <th scope="col">Computed</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(([key, name]) => {
          const equal = result.expected[key] === result.computed[key]
          return (
            <tr key={key} className="border-line border-t align-top [&>*]:py-1">
              <th scope="row" className="font-normal text-ink-3">
                {name}
              </th>
              <td className="break-words pr-1 font-value" title={String(result.expected[key])}>
                {shown(result.expected[key])}
              </td>
              <td className="break-words font-value" title={String(result.computed[key])}>
                {shown(result.computed[key])}
                <div className="font-ui">
                  <Status word={equal ? 'verified' : 'integrity failed'}>{equal ? 'equal' : 'differs'}</Status>
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
