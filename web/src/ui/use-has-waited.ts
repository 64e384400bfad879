import { useEffect, useState } from 'react'

/** Whether a wait is over that starts when `is_waiting` does. */
export function useHasWaited(is_waiting: boolean, wait_ms: number): boolean {
  const [has_waited, setHasWaited] = useState(false)
  useEffect(() => {
    if (!is_waiting) return undefined
    const timer = setTimeout(() => setHasWaited(true), wait_ms)
    return () => {
      clearTimeout(timer)
      setHasWaited(false)
    }
  }, [is_waiting, wait_ms])
  return has_waited
}
