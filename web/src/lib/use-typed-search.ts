import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const PAUSE_MS = 300

/**
 * The text of a search field that is mirrored in the address, so that Back and shared links show the same results.
 */
export function useTypedSearch(query: string, onQuery: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const synced = useRef(query)
  const settled = useDebounced(typed.trim(), PAUSE_MS)

  useEffect(() => {
    if (settled === synced.current) return
    synced.current = settled
    onQuery(settled)
  }, [settled, onQuery])

  useEffect(() => {
    // The address changed elsewhere: through the palette, Back or a link.
    if (query === synced.current) return
    synced.current = query
    setTyped(query)
  }, [query])

  return [typed, setTyped] as const
}
