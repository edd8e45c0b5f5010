'use client'
import { createContext, type ReactNode, useContext } from 'react'
import type { Description } from '@/lib/protocol/publish'

export type Shown = {
  description: Description
  /** The purpose named in the address; null when the service chose the only possible one. */
  purpose: string | null
}

const Context = createContext<Shown | null>(null)

export function ArtifactProvider({ children, ...shown }: Shown & { children: ReactNode }) {
  return <Context value={shown}>{children}</Context>
}

/** The artifact this page is about, as it was described when the page was opened. `executed`: the service computed it. */
export function useArtifact(): Shown & { id: string; api: string; executed: boolean } {
  const shown = useContext(Context)
  if (!shown) throw new Error('useArtifact is for the artifact page')
  const id = shown.description.artifact.artifact_id
  const executed = shown.description.transformation?.executed_by === 'service'
  return { ...shown, id, executed, api: `/api/v1/artifacts/${id}` }
}

/** The address of an artifact's page, for the same purpose. */
export const artifactHref = (id: string, purpose: string | null): string =>
  `/artifacts/${id}${purpose === null ? '' : `?purpose=${encodeURIComponent(purpose)}`}`
