'use client'
import { useState } from 'react'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { ApiProblem } from '@/lib/client/request'

/** One way of signing in at a time: what it says when it is refused, and whether one is under way. */
export function useAttempt() {
  const [state, setState] = useState<{ asking: boolean; refused: string | ApiProblem | null }>({
    asking: false,
    refused: null,
  })
  const attempt = async (work: () => Promise<boolean>, refused: string, done: () => void) => {
    setState({ asking: true, refused: null })
    try {
      if (await work()) return done()
      setState({ asking: false, refused })
    } catch (error) {
      const said = error instanceof ApiProblem ? error : 'The service did not answer. Try again.'
      setState({ asking: false, refused: said })
    }
  }
  return { ...state, attempt, forget: () => setState({ asking: false, refused: null }) }
}

export function Refused({ what }: { what: string | ApiProblem | null }) {
  if (what === null) return null
  if (what instanceof ApiProblem) return <ProblemNotice problem={what} />
  return (
    <Notice tone="blocked" role="alert">
      {what}
    </Notice>
  )
}
