import { useSyncExternalStore } from 'react'
import { toastStore } from './toast-store.ts'

/** Space below a list while toasts cover the end of the page, so that the last item stays reachable. */
export function ToastSpace() {
  const count = useSyncExternalStore(toastStore.subscribe, () => toastStore.get().length)
  return count === 0 ? null : <div aria-hidden style={{ height: `${count * 4 + 2}rem` }} />
}
