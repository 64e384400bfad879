import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const PAUSE_MS = 300

/** What is being typed into a field whose address follows, so that Back and a shared link find the same. */
export function useTypedSearch(query: string, onQuery: (query: string) => void) {
  const [typed, setTyped] = useState(query)
  const said = useRef(query)
  const settled = useDebounced(typed.trim(), PAUSE_MS)

  useEffect(() => {
    if (settled === said.current) return
    said.current = settled
    onQuery(settled)
  }, [settled, onQuery])

  useEffect(() => {
    // The address was changed by somebody else: the palette, Back, a link.
    if (query === said.current) return
    said.current = query
    setTyped(query)
  }, [query])

  return [typed, setTyped] as const
}
