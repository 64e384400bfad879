import { useCallback, useState } from 'react'
import type { AskedFor } from './ask-for.ts'

/** The title whose sheet is open. It stays while the sheet closes, so that it can be seen to close. */
export function useAskedFor() {
  const [asked, setAsked] = useState<{ title: AskedFor; open: boolean; at: number } | null>(null)
  const ask = useCallback(
    (title: AskedFor) => setAsked(before => ({ title, open: true, at: (before?.at ?? 0) + 1 })),
    [],
  )
  const close = useCallback(() => setAsked(before => before && { ...before, open: false }), [])
  return { asked, ask, close }
}
