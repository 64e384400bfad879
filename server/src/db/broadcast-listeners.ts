import type { Stop } from '#kit/clock.ts'
import { outsideTransaction } from '#kit/transaction-scope.ts'
import type { BroadcastLog, BroadcastMessage } from './broadcast-channel.ts'

/** The listeners of this process. A listener that throws does not stop delivery to the others. */
export function createListeners(log: BroadcastLog) {
  const byKind = new Map<string, Set<(message: BroadcastMessage) => void>>()
  const onResets = new Set<() => void>()

  function call(kind: string, listener: () => void): void {
    try {
      outsideTransaction(listener)
    } catch (error) {
      log.error({ err: error, kind }, 'a broadcast listener failed')
    }
  }

  return {
    on: (kind: string, listener: (message: BroadcastMessage) => void): Stop => {
      const listeners = byKind.get(kind) ?? new Set()
      byKind.set(kind, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    onReset: (listener: () => void): Stop => {
      onResets.add(listener)
      return () => void onResets.delete(listener)
    },
    /** `text` is the serialised message. */
    deliver: (text: string): void => {
      const message: BroadcastMessage = JSON.parse(text)
      byKind.get(message.kind)?.forEach(listener => call(message.kind, () => listener(message)))
    },
    reset: (): void => onResets.forEach(listener => call('reset', listener)),
  }
}
