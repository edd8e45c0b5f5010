'use client'
import type { Ref } from 'react'
import { type RowsHandle, VirtualTable } from '@/components/ui/virtual-table'
import type { ArtifactRow } from '@/lib/protocol/admin'
import { Heads, Row } from './row'

export function Rows({
  items,
  total,
  peek,
  owners,
  hrefOf,
  onPeek,
  ref,
}: {
  items: ArtifactRow[]
  /** Rows in the whole list; -1 while unknown. */
  total: number
  peek: string | null
  /** The rows are of several tenants, which each then names. */
  owners: boolean
  hrefOf: (id: string) => string
  onPeek: (index: number) => void
  ref: Ref<RowsHandle>
}) {
  return (
    <VirtualTable
      ref={ref}
      label="Artifacts"
      items={items}
      keyOf={(row) => row.artifact_id}
      total={total}
      columns={6}
      heads={<Heads />}
      row={(row, index, props) => (
        <Row
          key={row.artifact_id}
          row={row}
          owner={owners}
          peeked={row.artifact_id === peek}
          href={hrefOf(row.artifact_id)}
          onPeek={() => onPeek(index)}
          props={props}
        />
      )}
    />
  )
}
