import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const PAUSE_MS = 300
const usualPause = () => PAUSE_MS

/**
 * The text of a search field that is mirrored in the address, so that Back and shared links show the same results.
 * `pauseOf` says how long a text must stand before it is searched for; the third answer searches at once.
 */
export function useTypedSearch(
  query: string,
  onQuery: (query: string) => void,
  pauseOf: (text: string) => number = usualPause,
) {
  const [typed, setTyped] = useState(query)
  const synced = useRef(query)
  const text = typed.trim()
  const settled = useDebounced(text, pauseOf(text))

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

  /** What is typed before the address has followed stays: that change is the field's own. */
  function searchNow() {
    synced.current = text
    onQuery(text)
  }

  return [typed, setTyped, searchNow] as const
}
