import type { Published } from '@/lib/artifacts/publish'
import type { Reply } from './route'

/** `Server-Timing` (W3C) tells the database's share from the store's, which is what an operator tunes by. */
export const published = (result: Published): Reply => ({
  status: result.created ? 201 : 200,
  text: result.rawBody,
  headers: {
    Location: `/api/v1/artifacts/${result.artifact.id}`,
    ...(result.commitMs !== undefined && { 'Server-Timing': `commit;dur=${result.commitMs.toFixed(2)}` }),
  },
})
