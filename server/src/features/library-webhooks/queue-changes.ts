import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { LibraryEvent } from './library-events.ts'

export const TOGETHER_MS = 500

/**
 * A manager that imports a season sends a webhook for each episode, and every open page reads its library again for
 * each event. The first change is published at once; those that follow it closely are published together.
 */
export function createQueueChanges(parts: {
  clock: Clock
  log: Log
  publish(event: LibraryEvent): Promise<void>
}) {
  const { clock, log, publish } = parts
  /** By instance, while further changes wait: whether there were any. */
  const waiting = new Map<string, boolean>()

  function publishLater(event: LibraryEvent): void {
    waiting.set(event.instance_id, false)
    clock.after(TOGETHER_MS, () => {
      const hasMore = waiting.get(event.instance_id)
      waiting.delete(event.instance_id)
      if (!hasMore) return
      publishLater(event)
      publish(event).catch((err: unknown) => log.warn({ err }, 'a changed queue could not be published'))
    })
  }

  return async (event: LibraryEvent): Promise<void> => {
    if (waiting.has(event.instance_id)) return void waiting.set(event.instance_id, true)
    publishLater(event)
    await publish(event)
  }
}
