'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import type { Problem } from '@/lib/protocol/problem'

/** Refusals that say: what this page described is no longer so. */
const CHANGED = new Set<Problem['code']>([
  'integrity_failed',
  'gone',
  'not_found',
  'access_revoked',
  'purpose_denied',
  'unauthenticated',
])

/**
 * Describes the artifact again when a read is refused because its state or the reader's authority has changed, once for
 * each such answer: the header must not go on saying "available".
 */
export function useStateChange(problem: Problem | null): void {
  const router = useRouter()
  const answered = useRef<string | null>(null)
  useEffect(() => {
    if (!problem || !CHANGED.has(problem.code) || answered.current === problem.request_id) return
    answered.current = problem.request_id
    router.refresh()
  }, [problem, router])
}
