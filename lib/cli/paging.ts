import { sendJson } from './request'
import type { Target } from './target'

/** Every page of a keyset-paged list, and all of it as one document of the same shape. */
export async function listAll<T>(target: Target, path: string): Promise<{ items: T[]; document: string }> {
  const items: T[] = []
  for (let after: string | null = null; ; ) {
    const query = new URLSearchParams({ limit: '200', ...(after !== null && { after }) })
    const { value } = await sendJson<{ items: T[]; next: string | null }>(target, {
      method: 'GET',
      path: `${path}?${query}`,
    })
    items.push(...value.items)
    after = value.next
    if (after === null) return { items, document: `${JSON.stringify({ items, next: null })}\n` }
  }
}
