import { useDeferredValue } from 'react'

/**
 * Whether what has arrived is drawn yet: the first time as a transition, in small steps that do not block input. What
 * changes later is shown at once.
 */
export function useDrawn(has_arrived: boolean): boolean {
  return useDeferredValue(has_arrived) && has_arrived
}
