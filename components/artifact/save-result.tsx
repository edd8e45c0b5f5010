'use client'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { IdText } from '@/components/ui/chip'
import { ProblemNotice } from '@/components/ui/problem-notice'
import type { DeriveResponse } from '@/lib/protocol/derive'
import { artifactHref, useArtifact } from './artifact-context'
import { ask, problemOf } from './request'

/** Has the service derive what the filter gives, into the run of the artifact, for an auditor of it. */
export function SaveResult({ filter }: { filter: string }) {
  const { api, purpose, description } = useArtifact()
  const save = useMutation({
    mutationFn: async () => {
      const body = { selector: { type: 'query', filter } }
      return JSON.parse(await ask(`${api}/derive`, { method: 'POST', body, purpose })) as DeriveResponse
    },
  })
  if (description.authority.rule !== 'tenant_auditor') return null
  const problem = problemOf(save.error)
  if (problem)
    return <ProblemNotice problem={problem} actions={<Button onClick={() => save.mutate()}>Try again</Button>} />
  if (!save.data)
    return (
      <Button className="mt-2" size="small" onClick={() => save.mutate()} disabled={save.isPending}>
        {save.isPending ? 'Deriving from all records' : 'Save result as an artifact'}
      </Button>
    )
  const { artifact_id, completeness } = save.data.artifact
  return (
    <p role="status" className="mt-2 text-xs">
      Derived, {completeness.status}:{' '}
      <Link className="link" href={artifactHref(artifact_id, purpose)} prefetch={false}>
        <IdText id={artifact_id} />
      </Link>
    </p>
  )
}
