import { cx } from '@/components/ui/cx'
import { count, bytes as size } from '@/components/ui/format'
import type { ExactJson } from '@/lib/protocol/exact-json'
import { byteRows, bytesOf } from './byte-rows'
import { type Column, cellOf, cellText, type RecordRow } from './record-page'
import { visible } from './visible-text'

/** No cell shows more of a value than this; the record itself shows it whole. */
const CELL = 400
const CELL_CLASS = 'truncate px-2.5 font-value text-xs'

/** The cells of a row of the wide grid. */
export function RecordCells({ row, columns }: { row: RecordRow; columns: Column[] }) {
  return (
    <>
      <td className={cx(CELL_CLASS, 'text-right text-ink-3')}>{count(row.index)}</td>
      {row.value?.kind === 'object' && columns.length > 0 ? (
        columns.map((c) => (
          <td key={c.name} className={cx(CELL_CLASS, 'max-w-80', c.numeric && 'text-right')}>
            <Cell value={cellOf(row, c)} />
          </td>
        ))
      ) : (
        <td colSpan={Math.max(columns.length, 1)} className={cx(CELL_CLASS, 'max-w-0')}>
          <Whole row={row} />
        </td>
      )}
    </>
  )
}

/** Two lines for a phone: the index with the first values, then the rest with their names. */
export function NarrowRow({ row, columns }: { row: RecordRow; columns: Column[] }) {
  const structured = row.value?.kind === 'object' && columns.length > 0
  const present = structured ? columns.filter((c) => cellOf(row, c) !== undefined) : []
  const text = (c: Column) => visible(cellText(cellOf(row, c)!).slice(0, CELL))
  return (
    <td className="px-3.5 font-value text-xs">
      <span className="block truncate">
        <span className="mr-2 text-ink-3">{count(row.index)}</span>
        {structured ? present.slice(0, 2).map(text).join('  ') : <Whole row={row} />}
      </span>
      {structured && (
        <span className="block truncate text-ink-3">
          {present
            .slice(2)
            .map((c) => `${visible(c.name)} ${text(c)}`)
            .join(', ')}
        </span>
      )}
    </td>
  )
}

function Cell({ value }: { value: ExactJson | undefined }) {
  if (value === undefined) return <span className="font-ui text-ink-3">not present</span>
  const text = visible(cellText(value).slice(0, CELL))
  if (value.kind === 'scalar') return <span className={cx(value.type === 'null' && 'text-ink-3')}>{text}</span>
  if (value.kind === 'string') return text === '' ? <span className="text-ink-3">""</span> : text
  return <span className="text-ink-2">{text}</span>
}

/** A record that is not an object, is longer than a page, or is not text. */
function Whole({ row }: { row: RecordRow }) {
  if (row.value) return <>{visible(cellText(row.value).slice(0, CELL)) || <span className="text-ink-3">empty</span>}</>
  if (!row.bytes) return <span className="font-ui text-ink-3">no value was served</span>
  const shown = row.bytes.end - row.bytes.start
  return (
    <>
      <span className="mr-2 rounded-[2px] border border-attention-line bg-attention-tint px-1 font-ui text-attention-text">
        {row.truncated
          ? `cut: first ${size(shown)} of ${row.bytes.total === null ? 'unknown length' : size(row.bytes.total)}`
          : `not text: ${size(shown)}`}
      </span>
      {row.bytes.text !== undefined
        ? visible(row.bytes.text.slice(0, CELL))
        : byteRows(bytesOf(row.bytes).subarray(0, 48), 0, 48)[0]?.hex.join(' ')}
    </>
  )
}
