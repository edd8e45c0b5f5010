import { redirect } from 'next/navigation'

export default () => redirect('/settings/keys')
