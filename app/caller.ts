import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Caller } from '@/lib/authority/principal'
import { sessionCaller } from '@/lib/authority/session'
import { makeId } from '@/lib/protocol/make-id'
import { runtime } from '@/lib/runtime'

type Person = Caller & { kind: 'user' }

/** The person behind this request, read once a request from the live session row; null for nobody. */
export const currentCaller = cache(async (): Promise<Person | null> => {
  const cookie = (await headers()).get('cookie')
  return sessionCaller(await runtime(), cookie, { requestId: makeId('req'), purpose: null })
})

/** The person, or the sign-in page, which returns to `to` afterwards. */
export async function requireCaller(to: string): Promise<Person> {
  const caller = await currentCaller()
  return caller ?? redirect(`/sign-in?to=${encodeURIComponent(to)}`)
}
