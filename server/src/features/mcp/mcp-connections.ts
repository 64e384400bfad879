import type { Role } from '@foyer/contract/permissions'
import { createDeviceWatch } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'

export const CALLS_PER_USER = 100

interface ToolListener {
  caller: Caller
  notify: () => void
  /** Whether a message would reach the client now. If not, it is sent once it would. */
  isListening: () => boolean
  /** Ends the stream when the server stops. */
  endStream: () => void
  /** The tools that the client knows of; null while that is unknown. */
  known: string | null
}

/** Everything that is open in this process for tool clients, by device: responses, streams and sessions. */
export function createMcpConnections(deps: {
  clock: Clock
  log: Log
  /** The current callers of these devices; a missing device has ended. */
  findCallers(device_ids: readonly string[]): Promise<Map<string, Caller>>
  /** The names of the tools that somebody of this role may use now. */
  toolNames(role: Role): Promise<string>
}) {
  const watch = createDeviceWatch({ ...deps, onChecked: notifyListeners })
  const listeners = new Set<ToolListener>()
  /** Calls that are being answered, by person. */
  const calls_open = new Map<number, number>()
  let closed = false

  /** A switch of a tool or the role of a person has changed what a client may use (2:4.5). */
  async function notifyListeners(live: ReadonlyMap<string, Caller>): Promise<void> {
    const by_role = new Map<Role, Promise<string>>()
    for (const listener of listeners) {
      const role = live.get(listener.caller.device_id)?.role
      if (role === undefined || !listener.isListening()) continue
      const names = by_role.get(role) ?? deps.toolNames(role)
      by_role.set(role, names)
      const current = await names
      if (listener.known === current || !listeners.has(listener)) continue
      listener.known = current
      listener.notify()
    }
  }

  return {
    add: watch.add,

    /** A response that is being written. 429 when this person would have too many calls open with it. */
    addResponse(caller: Caller, end: () => void, calls = 1): Stop {
      const { user_id } = caller
      const open = calls_open.get(user_id) ?? 0
      if (open + calls > CALLS_PER_USER)
        throw new Refusal('rate_limited', {
          error: 'Your assistants have too many calls open.',
          headers: { 'retry-after': '5' },
        })
      calls_open.set(user_id, open + calls)
      const leave = watch.add(caller, end)
      return () => {
        leave()
        const left = (calls_open.get(user_id) ?? calls) - calls
        if (left === 0) calls_open.delete(user_id)
        else calls_open.set(user_id, left)
      }
    },

    /**
     * The state that a client knows when it begins to listen. It is read before the stream is confirmed, so that every
     * later change is reported.
     */
    knownTools: ({ role }: Caller): Promise<string | null> => deps.toolNames(role).catch(() => null),

    /** Calls `notify` whenever the tools of this caller are others than the `known`. */
    onToolsChanged(caller: Caller, listening: Omit<ToolListener, 'caller'>): Stop {
      const listener = { caller, ...listening }
      listeners.add(listener)
      // The stream is still being opened.
      if (closed) queueMicrotask(listener.endStream)
      return () => void listeners.delete(listener)
    },

    /** At once, when something is known to have changed. */
    recheck: watch.recheck,

    isClosed: () => closed,

    start: watch.start,

    /** The server stops: ends the streams that do not end by themselves. */
    endStreams(): void {
      closed = true
      watch.stop()
      for (const { endStream } of listeners) endStream()
    },
  }
}

export type McpConnections = ReturnType<typeof createMcpConnections>
