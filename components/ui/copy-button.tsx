'use client'
import { useEffect, useState } from 'react'
import { Button } from './button'
import { cx } from './cx'

const Icon = ({ copied }: { copied: boolean }) => (
  <svg viewBox="0 0 14 14" width="12" height="12" fill="none" stroke="currentColor" aria-hidden="true">
    {copied ? <path d="m2.4 7.4 3 3 6-7" strokeWidth="1.6" /> : <path d="M4.5 4.5h7v7h-7zM9.5 4.5v-2h-7v7h2" />}
  </svg>
)

/** Copies, and says so where it was pressed: in words for a labelled button, and to assistive technology always. */
function useCopy(text: string | (() => string)) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = setTimeout(() => setState('idle'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text)
      setState('copied')
    } catch {
      // Browsers refuse the clipboard outside https and without focus; the text stays selectable.
      setState('refused')
    }
  }
  return { state, copy }
}

const SAID = { idle: '', copied: 'Copied', refused: 'The browser refused to copy' }

/** A small mark beside an exact value. `what` completes "Copy …". */
export function CopyMark({ text, what, className }: { text: string; what: string; className?: string }) {
  const { state, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={copy}
      aria-label={`Copy ${what}`}
      title={SAID[state] || `Copy ${what}`}
      className={cx(
        'inline-flex size-6 shrink-0 items-center justify-center rounded-1 text-ink-3 hover:text-ink',
        state === 'refused' && 'text-blocked-text',
        className,
      )}
    >
      <Icon copied={state === 'copied'} />
      <span role="status" className="sr-only">
        {SAID[state]}
      </span>
    </button>
  )
}

/** A button with words, e.g. "Copy reference". `text` may be computed when it is pressed. */
export function CopyButton({
  text,
  children,
  ...look
}: {
  text: string | (() => string)
  children: string
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'default' | 'small'
  className?: string
}) {
  const { state, copy } = useCopy(text)
  return (
    <Button onClick={copy} {...look}>
      <span aria-live="polite" className="contents">
        {SAID[state] || children}
      </span>
    </Button>
  )
}
