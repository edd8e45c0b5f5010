'use client'
import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { remember, START_COOKIE } from '@/components/shell/preferences'
import { useSession } from '@/components/shell/session'
import { Button } from '@/components/ui/button'
import { IdText } from '@/components/ui/chip'
import { Notice } from '@/components/ui/notice'
import { ProblemNotice } from '@/components/ui/problem-notice'
import { Time } from '@/components/ui/time'
import { ApiProblem } from '@/lib/client/request'
import { addParticipant } from '@/lib/client/runs'
import { createKey } from '@/lib/client/tenants'
import { CommandBlock } from './command-block'
import { FIRST_NAMES, FIRST_RUN, startCommands } from './commands'
import type { StartFacts } from './facts'
import { Step } from './step'

const LOOK_MS = 3_000

/** From nothing to a read by reference, in three steps that tick when the service has seen them happen. */
export function Checklist({ tenant, at, facts }: { tenant: string; at: string; facts: StartFacts }) {
  const router = useRouter()
  const { me, baseUrl } = useSession()
  const [keys, setKeys] = useState<{ capture: string; agent: string } | null>(null)
  const make = useMutation({
    mutationFn: async () => {
      const key = async (kind: 'capture' | 'agent') =>
        (await createKey(tenant, { kind, name: FIRST_NAMES[kind], run_id: FIRST_RUN })).key
      return { capture: await key('capture'), agent: await key('agent') }
    },
    onSuccess: (made) => {
      setKeys(made)
      router.refresh()
    },
  })
  const join = useMutation({
    mutationFn: () => addParticipant(tenant, FIRST_RUN, me!.principal_id),
    onSuccess: () => router.refresh(),
  })
  useEffect(() => {
    // What happens in the terminal shows here: at once when the window is entered, and while it is seen beside one.
    const look = () => {
      if (document.visibilityState === 'visible') router.refresh()
    }
    window.addEventListener('focus', look)
    const timer = setInterval(look, LOOK_MS)
    return () => {
      window.removeEventListener('focus', look)
      clearInterval(timer)
    }
  }, [router])
  const [opened] = useState(at)
  const commands = startCommands({ baseUrl, tenant, at: opened, keys })
  const problem = make.error ?? join.error
  return (
    <>
      {problem instanceof ApiProblem && <ProblemNotice problem={problem} />}
      <ol className="rounded-1 border border-line bg-surface">
        <Step
          number={1}
          title="Make two keys"
          fact={facts.keysMade ? `An agent key takes part in ${FIRST_RUN}.` : null}
        >
          <p className="text-ink-2">
            A capture key publishes and reads nothing; an agent key reads what its runs hold. Both are for the run{' '}
            <code className="text-xs">{FIRST_RUN}</code> of <code className="text-xs">{tenant}</code>.
          </p>
          {keys ? (
            <>
              <Notice tone="attention">
                The keys are shown here once. Paste this into a terminal before you leave the page.
              </Notice>
              <CommandBlock text={commands.keys} what="the keys" />
            </>
          ) : (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant={facts.keysMade ? 'secondary' : 'primary'}
                disabled={make.isPending}
                onClick={() => make.mutate()}
              >
                {facts.keysMade ? 'Make two others' : 'Make the keys'}
              </Button>
              {facts.keysMade && <span className="text-ink-3 text-xs">The first ones were shown once.</span>}
            </div>
          )}
          <details>
            <summary className="text-ink-2 text-xs">The same from the command line, on this machine</summary>
            <div className="mt-2">
              <CommandBlock text={commands.keysByCli} what="the commands" />
            </div>
          </details>
        </Step>
        <Step
          number={2}
          title="Publish something"
          fact={
            facts.published && (
              <>
                <Link className="link" href={`/artifacts/${facts.published.artifactId}`}>
                  <IdText id={facts.published.artifactId} />
                </Link>{' '}
                was published <Time at={facts.published.at} />.
              </>
            )
          }
        >
          <CommandBlock text={commands.publish} what="the publish command" />
          {facts.keysMade && !facts.maySee && (
            <Notice>
              <p>
                You administer this tenant, and administering shows no content: what is published in {FIRST_RUN} is not
                visible to you, and these steps cannot tick.
              </p>
              <Button className="mt-2" disabled={join.isPending} onClick={() => join.mutate()}>
                Take part in {FIRST_RUN}
              </Button>
            </Notice>
          )}
        </Step>
        <Step
          number={3}
          title="Read it back by reference"
          fact={
            facts.read && (
              <>
                {facts.read.by} read it <Time at={facts.read.at} />, recorded as <IdText id={facts.read.disclosureId} />
                .
              </>
            )
          }
        >
          <CommandBlock text={commands.read} what="the read command" />
          <details>
            <summary className="text-ink-2 text-xs">The same from the command line</summary>
            <div className="mt-2">
              <CommandBlock text={commands.readByCli} what="the command" />
            </div>
          </details>
        </Step>
      </ol>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => router.refresh()}>Look again</Button>
        <Button
          variant="quiet"
          onClick={() => {
            remember(START_COOKIE, 'later')
            router.push('/artifacts')
          }}
        >
          Later: go to the artifacts
        </Button>
      </div>
    </>
  )
}
