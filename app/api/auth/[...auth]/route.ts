import { handleSignIn } from '@/lib/authority/sign-in'
import { runtime } from '@/lib/runtime'

export const dynamic = 'force-dynamic'

const handle = async (request: Request): Promise<Response> => handleSignIn(await runtime(), request)

export { handle as GET, handle as POST }
