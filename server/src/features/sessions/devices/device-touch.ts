import type { Database } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { outsideTransaction } from '#kit/transaction-scope.ts'
import { touchDevice } from '../session-store.ts'

/** "Last seen" is for display; writing it on every request would turn each read into a write. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS

/** Marks a device as seen, at most every five minutes. Returns the time of the next update. */
export type TouchDevice = (device_id: string, last_seen_ms: number) => number

export function createDeviceTouch(deps: { database: Database; clock: Clock; log: Log }): TouchDevice {
  const { database, clock, log } = deps
  return (device_id, last_seen_ms) => {
    const now = clock.now()
    if (now.getTime() - last_seen_ms < TOUCH_EVERY_MS) return last_seen_ms + TOUCH_EVERY_MS
    outsideTransaction(() => database.transaction(tx => touchDevice(tx, device_id, iso(now)))).catch(
      (error: unknown) => log.warn({ err: error }, 'a device could not be marked as seen'),
    )
    return now.getTime() + TOUCH_EVERY_MS
  }
}
