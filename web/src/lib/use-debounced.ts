import { useEffect, useState } from 'react'

/** What was last said for a while, so that a server is not asked at every letter. */
export function useDebounced<T>(value: T, after_ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after_ms)
    return () => clearTimeout(timer)
  }, [value, after_ms])
  return settled
}
