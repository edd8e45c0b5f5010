import { mounted } from '@/lib/http/mount'

export const dynamic = 'force-dynamic'
export { mounted as GET, mounted as HEAD }
