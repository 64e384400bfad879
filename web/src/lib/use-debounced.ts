import { useEffect, useState } from 'react'

/** The value after it has not changed for a while, so that not every keystroke asks the server. */
export function useDebounced<T>(value: T, after_ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), after_ms)
    return () => clearTimeout(timer)
  }, [value, after_ms])
  return settled
}
