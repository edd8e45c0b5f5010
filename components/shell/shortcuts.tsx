'use client'
import { DialogBody, DialogContent, DialogRoot } from '@/components/ui/dialog'
import { Kbd } from '@/components/ui/kbd'

const KEYS: { where: string; keys: { keys: string[]; does: string }[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: ['⌘ K', 'Ctrl K'], does: 'find or go to' },
      { keys: ['?'], does: 'these shortcuts' },
      { keys: ['Esc'], does: 'back, close' },
    ],
  },
  {
    where: 'In lists',
    keys: [
      { keys: ['/'], does: 'filter' },
      { keys: ['j', 'k'], does: 'next row, row before' },
      { keys: ['Enter'], does: 'peek at the row' },
      { keys: ['o'], does: 'open the row' },
    ],
  },
]

export function Shortcuts({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Keyboard shortcuts">
        <DialogBody className="grid gap-5 sm:grid-cols-2">
          {KEYS.map(({ where, keys }) => (
            <section key={where}>
              <h3 className="mb-1 font-medium text-ink-3 text-xs">{where}</h3>
              <dl className="divide-y divide-line">
                {keys.map(({ keys: names, does }) => (
                  <div key={does} className="flex items-center justify-between gap-4 py-1.5">
                    <dt className="order-last flex gap-1">
                      {names.map((k) => (
                        <Kbd key={k}>{k}</Kbd>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </DialogBody>
      </DialogContent>
    </DialogRoot>
  )
}
