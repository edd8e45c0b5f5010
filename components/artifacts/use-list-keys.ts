'use client'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/components/shell/commands'

/** `/` filter, `j` `k` move, `Enter` peek, `o` open, `Esc` back; only while nobody types and no dialog is open. */
export function useListKeys(on: {
  filter: () => void
  move: (by: 1 | -1) => void
  peek: () => void
  open: () => void
  back: () => boolean
}): void {
  const onKey = useEffectEvent((e: KeyboardEvent) => {
    if (e.metaKey || e.ctrlKey || e.altKey || e.defaultPrevented || isTyping(e.target)) return
    const onControl = e.target instanceof Element && e.target.closest('a, button, summary') !== null
    switch (e.key) {
      case '/':
        on.filter()
        break
      case 'j':
        on.move(1)
        break
      case 'k':
        on.move(-1)
        break
      case 'o':
        on.open()
        break
      case 'Enter':
        if (onControl) return
        on.peek()
        break
      case 'Escape':
        if (!on.back()) return
        break
      default:
        return
    }
    e.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
