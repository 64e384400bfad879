import { useSyncExternalStore } from 'react'
import { toastStore } from './toast-store.ts'

/** Room below a list for as long as toasts lie over the end of the page, so that its last line can be reached. */
export function ToastSpace() {
  const count = useSyncExternalStore(toastStore.subscribe, () => toastStore.get().length)
  return count === 0 ? null : <div aria-hidden style={{ height: `${count * 4 + 2}rem` }} />
}
