'use client'
import { TableScroll } from '@/components/ui/table'
import { byteRows } from './byte-rows'
import { useNarrow } from './use-narrow'

const hexOffset = (n: number) => n.toString(16).padStart(8, '0')

/** Bytes in hexadecimal beside printable ASCII. Text nodes only: nothing of the content is ever parsed by the browser. */
export function HexTable({ bytes, start, label }: { bytes: Uint8Array; start: number; label: string }) {
  const width = useNarrow() ? 8 : 16
  return (
    <TableScroll label={label} className="max-h-[min(70dvh,640px)] overflow-auto overscroll-contain">
      <table className="w-full border-collapse text-left font-value text-2xs sm:text-xs">
        <thead className="sticky top-0 border-line-strong border-b bg-surface font-ui text-ink-3 text-xs">
          <tr className="[&_th]:h-8 [&_th]:px-1.5 [&_th]:font-medium sm:[&_th]:px-2.5">
            <th scope="col" className="pl-3.5!">
              Offset
            </th>
            <th scope="col">Bytes</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {byteRows(bytes, start, width).map((row) => (
            <tr key={row.offset} className="[&>*]:whitespace-pre [&>*]:px-1.5 [&>*]:leading-5 sm:[&>*]:px-2.5">
              <th scope="row" className="pl-3.5! font-normal text-ink-3" title={`byte ${row.offset}`}>
                {hexOffset(row.offset)}
              </th>
              <td>{row.hex.join(' ')}</td>
              <td className="text-ink-2">{row.text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
