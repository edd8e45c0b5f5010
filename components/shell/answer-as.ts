import 'server-only'
import { currentTransport } from '@/lib/authority/transport'
import { PROBLEMS, type ProblemCode } from '@/lib/protocol/problem'

/**
 * The page answers with the status that the API gives this problem, where `server.ts` serves it. Next knows the statuses
 * 401, 403 and 404 of its own and no others.
 */
export const answerAs = (code: ProblemCode): void => currentTransport()?.status(PROBLEMS[code].status)
