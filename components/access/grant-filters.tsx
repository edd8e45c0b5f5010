'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { FilterChip } from '@/components/artifacts/filter-chip'
import { useListKeys } from '@/components/artifacts/use-list-keys'
import { Button } from '@/components/ui/button'
import { CommandList } from '@/components/ui/command-list'
import { Kbd } from '@/components/ui/kbd'
import { middle } from '@/components/ui/middle'
import { PopoverContent, PopoverRoot, PopoverTrigger } from '@/components/ui/popover'
import { type AccessSearch, accessHref, GRANT_STATES } from './search'
import { ViewChoice } from './view-choice'

const NAMED = [
  { name: 'artifact', label: 'artifact' },
  { name: 'run', label: 'run' },
  { name: 'grantee', label: 'grantee' },
  { name: 'with', label: 'other tenant' },
  { name: 'revocation', label: 'ended by' },
] as const
const STATE_WORDS = { active: 'Live', expiring: 'Expiring', not_yet: 'Not yet', ended: 'Ended' }

/** Which grants are shown: the direction, what becomes of them, and what they are about. All of it in the address. */
export function GrantFilters({ search, tenant }: { search: AccessSearch; tenant: string }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const href = (change: Partial<AccessSearch>) =>
    accessHref({ ...search, tenant, tab: 'grants', box: null, after: null, ...change })
  const go = (change: Partial<AccessSearch>) => {
    setOpen(false)
    setText('')
    router.push(href(change), { scroll: false })
  }
  useListKeys({ filter: () => setOpen(true), move: () => {}, peek: () => {}, open: () => {}, back: () => false })
  const sought = text.trim()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ViewChoice
        label="Direction"
        current={search.direction}
        views={[
          { key: 'given', label: 'Given', href: href({ direction: 'given' }) },
          { key: 'received', label: 'Received', href: href({ direction: 'received', grantee: null }) },
        ]}
      />
      <ViewChoice
        label="State of the grants"
        current={search.state ?? 'all'}
        views={[
          { key: 'all', label: 'All', href: href({ state: null }) },
          ...GRANT_STATES.map((key) => ({ key, label: STATE_WORDS[key], href: href({ state: key }) })),
        ]}
      />
      {NAMED.map(({ name, label }) => {
        const value = search[name]
        return (
          value && (
            <FilterChip key={name} name={label} verb="is" onRemove={() => go({ [name]: null })}>
              <span className="font-value" title={value}>
                {middle(value, 20, 6)}
              </span>
            </FilterChip>
          )
        )
      })}
      <PopoverRoot open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button className="!h-[26px] touch:!h-[42px] text-xs">
            Add filter <Kbd>/</Kbd>
          </Button>
        </PopoverTrigger>
        <PopoverContent label="Add a filter" className="w-80 p-0">
          <CommandList
            label="Filter"
            placeholder="an id or name, exactly"
            text={text}
            onText={setText}
            exact
            choices={[
              {
                heading: sought === '' ? 'Type or paste what is sought' : 'Found exactly, never in part',
                items:
                  sought === ''
                    ? []
                    : NAMED.slice(0, 4).map(({ name, label }) => ({
                        key: name,
                        label: `${label} is`,
                        aside: <span className="font-medium font-value text-xs">{sought}</span>,
                        onSelect: () => go({ [name]: sought.replace(/^artifact:/, '') }),
                      })),
              },
            ]}
          />
        </PopoverContent>
      </PopoverRoot>
    </div>
  )
}
