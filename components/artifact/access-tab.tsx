'use client'
import { ArtifactAccess } from '@/components/access/artifact-access'
import { useArtifact } from './artifact-context'

export function AccessTab() {
  const { description, id, purpose } = useArtifact()
  return <ArtifactAccess tenant={description.artifact.scope.tenant_id} artifactId={id} described={{ purpose }} />
}
