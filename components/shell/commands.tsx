'use client'
import dynamic from 'next/dynamic'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { Shortcuts } from './shortcuts'

const Palette = dynamic(() => import('./palette').then((m) => m.Palette), { ssr: false })

type Commands = { openPalette: () => void; openShortcuts: () => void }
const Context = createContext<Commands>({ openPalette: () => {}, openShortcuts: () => {} })
export const useCommands = () => useContext(Context)

/** Single letters belong to the page only while nobody is typing and no dialog or menu is open. */
export function isTyping(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : null
  return (
    element?.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"]') != null ||
    document.querySelector('[role="dialog"][data-state="open"]') !== null
  )
}

export function CommandsProvider({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [palette, setPalette] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      if ((e.metaKey || e.ctrlKey) && !e.altKey && e.key.toLowerCase() === 'k' && signedIn) {
        e.preventDefault()
        setPalette((open) => !open)
      } else if (e.key === '?' && !e.metaKey && !e.ctrlKey && !isTyping(e.target)) {
        e.preventDefault()
        setShortcuts(true)
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [signedIn])
  const commands = useMemo<Commands>(
    () => ({ openPalette: () => setPalette(true), openShortcuts: () => setShortcuts(true) }),
    [],
  )
  return (
    <Context value={commands}>
      {children}
      {palette && <Palette open onOpenChange={setPalette} onShortcuts={() => setShortcuts(true)} />}
      <Shortcuts open={shortcuts} onOpenChange={setShortcuts} />
    </Context>
  )
}
