import { mounted } from '@/lib/http/mount'

export const dynamic = 'force-dynamic'
export {
  mounted as DELETE,
  mounted as GET,
  mounted as HEAD,
  mounted as OPTIONS,
  mounted as PATCH,
  mounted as POST,
  mounted as PUT,
}
