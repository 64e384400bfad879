import type { Caller } from '#kit/caller.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'

/**
 * An ended device must lose its open responses within 5 s. Checking this often does not depend on a message that could
 * be lost.
 */
const RECHECK_MS = 2_000
/** Devices checked in one statement; engines limit the number of values. */
const DEVICES_AT_ONCE = 500

interface Connection {
  caller: Caller
  /** The device or its owner is gone. */
  end: () => void
}

/** Ends responses that stay open for long when their device ends. */
export function createDeviceWatch(deps: {
  clock: Clock
  log: Log
  /** The current callers of these devices; a missing device has ended. */
  findCallers(device_ids: readonly string[]): Promise<Map<string, Caller>>
  /** Called after each check with the callers that were found. */
  onChecked?(live: ReadonlyMap<string, Caller>): Promise<void>
}) {
  const { clock, log } = deps
  const connections = new Set<Connection>()
  let stop: Stop | undefined
  let checking = false
  let again = false

  async function findLive(): Promise<Map<string, Caller>> {
    const ids = [...new Set([...connections].map(({ caller }) => caller.device_id))]
    const live = new Map<string, Caller>()
    for (let i = 0; i < ids.length; i += DEVICES_AT_ONCE) {
      for (const [id, caller] of await deps.findCallers(ids.slice(i, i + DEVICES_AT_ONCE)))
        live.set(id, caller)
    }
    return live
  }

  async function recheck(): Promise<void> {
    if (connections.size === 0) return
    again = checking
    if (checking) return
    checking = true
    try {
      const checked = [...connections]
      const live = await findLive()
      for (const connection of checked) {
        if (live.has(connection.caller.device_id) || !connections.delete(connection)) continue
        connection.end()
      }
      await deps.onChecked?.(live)
    } catch (err) {
      // A storage failure ends nothing; the next check decides.
      log.warn({ err }, 'the devices of open responses could not be checked')
    } finally {
      checking = false
    }
    // Something changed after this check had read it.
    if (again) await recheck()
  }

  return {
    /** Calls `end` once the device of the caller has ended, unless removed before. */
    add(caller: Caller, end: () => void): Stop {
      const connection = { caller, end }
      connections.add(connection)
      return () => void connections.delete(connection)
    },

    /** At once, when something is known to have changed. */
    recheck,

    start(): void {
      stop = clock.every(RECHECK_MS, () => void recheck())
    },

    stop(): void {
      stop?.()
    },
  }
}
