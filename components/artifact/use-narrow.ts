'use client'
import { useSyncExternalStore } from 'react'

const QUERY = '(width < 640px)'

/** Whether the screen is a phone's. Only for what CSS cannot do: how many bytes stand in a row, how tall a row is. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(QUERY)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(QUERY).matches,
    () => false,
  )
