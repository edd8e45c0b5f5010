'use client'
import { useState } from 'react'
import { useArtifact } from './artifact-context'
import { OF_LINES, propertiesIn } from './properties'
import type { RecordRow } from './record-page'

/** The names to offer: of lines always the same two, else what was seen so far, also in records no longer shown. */
export function useProperties(rows: RecordRow[]): string[] {
  const { record_format } = useArtifact().description
  const [seen, setSeen] = useState<string[]>([])
  const [looked, setLooked] = useState(rows)
  if (record_format === 'lines') return OF_LINES
  if (looked !== rows) {
    setLooked(rows)
    setSeen([...new Set([...seen, ...propertiesIn(rows)])])
  }
  return seen
}
