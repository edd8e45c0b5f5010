import { ARTIFACT_ID } from '@/lib/protocol/ids'
import { usage } from './failure'

/** `art_…` or `artifact:art_…`, as the path below `/api/v1`. */
export function artifactPath(text: string): string {
  const id = text.replace(/^artifact:/, '')
  if (!ARTIFACT_ID.test(id))
    throw usage(`"${text}" is no reference: write art_… or artifact:art_…, with its 26 characters.`)
  return `/api/v1/artifacts/${id}`
}

export const PURPOSE = {
  type: 'string',
  value: 'P',
  about: 'what for; needed unless the run has exactly one purpose',
} as const
