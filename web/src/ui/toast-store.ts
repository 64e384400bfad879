export interface Toast {
  id: number
  tone: 'plain' | 'ok' | 'danger'
  text: string
  action?: { label: string; run: () => void }
  /**
   * By `performance.now()`: it disappears then, even under the pointer. Absent: after a while without the pointer on
   * it.
   */
  until_ms?: number
}

let toasts: readonly Toast[] = []
let last_id = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** More than this are shown only if they offer an action; older ones without one are dropped. */
const MOST = 3

function withoutOldest(all: readonly Toast[]): readonly Toast[] {
  if (all.length <= MOST) return all
  const oldest = all.findIndex((one, i) => !one.action && i < all.length - 1)
  return oldest === -1 ? all : withoutOldest(all.toSpliced(oldest, 1))
}

/** Shows a short message that disappears. Anything that must be read belongs in a notice. */
export function toast(text: string, more: Partial<Pick<Toast, 'tone' | 'action' | 'until_ms'>> = {}) {
  last_id += 1
  replace(withoutOldest([...toasts, { id: last_id, tone: 'plain' as const, text, ...more }]))
}

export function dismissToast(id: number) {
  replace(toasts.filter(one => one.id !== id))
}

export const toastStore = {
  get: () => toasts,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
