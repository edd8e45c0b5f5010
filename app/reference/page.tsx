import type { Metadata } from 'next'
import { ApiReference } from '@/components/reference/api-reference'

export const metadata: Metadata = { title: 'API reference' }

export default function ReferencePage() {
  return <ApiReference />
}
