export interface Toast {
  id: number
  tone: 'plain' | 'ok' | 'danger'
  text: string
  action?: { label: string; run: () => void }
  /** How long it stays; longer with an action than without when absent. */
  lasts_ms?: number
}

let toasts: readonly Toast[] = []
let last_id = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** At most three at once; an older one has been read or no longer matters. */
const MOST = 3

/** Says that something happened. What must be read belongs in a notice: a toast goes away. */
export function toast(text: string, more: Partial<Pick<Toast, 'tone' | 'action' | 'lasts_ms'>> = {}) {
  last_id += 1
  replace([...toasts, { id: last_id, tone: 'plain' as const, text, ...more }].slice(-MOST))
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
