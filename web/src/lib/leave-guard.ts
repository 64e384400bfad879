import { type BlockerFn, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { unsavedChanges } from '#ui/unsaved-changes.ts'

type Attempt = Parameters<BlockerFn>[0]

/**
 * Holds whoever leaves a page with unsaved changes, by a link, by going back or with the tab, until they have answered.
 * What stays on the page, such as a sheet that opens, is not held.
 */
export function LeaveGuard() {
  const { history } = useRouter()
  const are_there = useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.exist)
  useEffect(() => {
    if (!are_there) return undefined
    return history.block({
      enableBeforeUnload: unsavedChanges.exist,
      blockerFn(attempt) {
        const is_staying = attempt.nextLocation.pathname === attempt.currentLocation.pathname
        if (is_staying || !unsavedChanges.exist()) return false
        unsavedChanges.ask(() => goOn(history, attempt))
        return true
      },
    })
  }, [history, are_there])
  return null
}

function goOn(history: RouterHistory, { action, currentLocation, nextLocation: { href, state } }: Attempt) {
  const options = { ignoreBlocker: true }
  if (action === 'PUSH') history.push(href, state, options)
  else if (action === 'REPLACE') history.replace(href, state, options)
  else history.go(state.__TSR_index - currentLocation.state.__TSR_index, options)
}
