import type { Metadata } from 'next'
import { currentCaller } from '@/app/caller'
import { Brand } from '@/components/shell/brand'
import { returnTo } from '@/components/sign-in/return-to'
import { SignInForm } from '@/components/sign-in/sign-in-form'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const caller = await currentCaller()
  return (
    <main id="main" className="mx-auto min-h-dvh max-w-[400px] px-4 py-10 sm:py-20">
      <div className="mb-8">
        <Brand />
      </div>
      <h1 className="mb-4 font-semibold text-xl">Sign in</h1>
      <SignInForm to={returnTo((await searchParams).to)} signedInAs={caller?.name ?? null} />
    </main>
  )
}
