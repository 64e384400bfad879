import type { Role } from '@foyer/contract/permissions'
import type { Caller } from '#kit/caller.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'

/**
 * An ended device must lose its streams within 5 s, and a changed tool list must become known on every process.
 * Checking this often does not depend on a message that could be lost.
 */
const RECHECK_MS = 2_000
/** Devices checked in one statement; engines limit the number of values. */
const DEVICES_AT_ONCE = 500
export const CALLS_PER_USER = 100

interface Connection {
  caller: Caller
  /** The device or its owner is gone. */
  end: () => void
}

interface ToolListener {
  caller: Caller
  notify: () => void
  /** Whether a message would reach the client now. If not, it is sent once it would. */
  isListening: () => boolean
  /** Ends the stream when the server stops. */
  endStream: () => void
  /** The tools that the client knows of; null while that is unknown. */
  known: Promise<string | null>
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
  const { clock, log } = deps
  const connections = new Set<Connection>()
  const listeners = new Set<ToolListener>()
  /** Calls that are being answered, by person. */
  const calls_open = new Map<number, number>()
  let stop: Stop | undefined
  let checking = false
  let again = false
  let closed = false

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
      await notifyListeners(live)
    } catch (err) {
      // A storage failure ends nothing; the next check decides.
      log.warn({ err }, 'connected tool clients could not be checked')
    } finally {
      checking = false
    }
    // Something changed after this check had read it.
    if (again) await recheck()
  }

  /** A switch of a tool or the role of a person has changed what a client may use (2:4.5). */
  async function notifyListeners(live: ReadonlyMap<string, Caller>): Promise<void> {
    const by_role = new Map<Role, Promise<string>>()
    for (const listener of listeners) {
      const role = live.get(listener.caller.device_id)?.role
      if (role === undefined || !listener.isListening()) continue
      const names = by_role.get(role) ?? deps.toolNames(role)
      by_role.set(role, names)
      if ((await listener.known) === (await names) || !listeners.has(listener)) continue
      listener.known = names
      listener.notify()
    }
  }

  function add(caller: Caller, end: () => void): Stop {
    const connection = { caller, end }
    connections.add(connection)
    return () => void connections.delete(connection)
  }

  return {
    add,

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
      const leave = add(caller, end)
      return () => {
        leave()
        const left = (calls_open.get(user_id) ?? calls) - calls
        if (left === 0) calls_open.delete(user_id)
        else calls_open.set(user_id, left)
      }
    },

    /** Calls `notify` whenever the tools of this caller have changed. */
    onToolsChanged(caller: Caller, listening: Omit<ToolListener, 'caller' | 'known'>): Stop {
      const known = deps.toolNames(caller.role).catch(() => null)
      const listener = { caller, known, ...listening }
      listeners.add(listener)
      // The stream is still being opened.
      if (closed) queueMicrotask(listener.endStream)
      return () => void listeners.delete(listener)
    },

    /** At once, when something is known to have changed. */
    recheck,

    isClosed: () => closed,

    start(): void {
      stop = clock.every(RECHECK_MS, () => void recheck())
    },

    /** The server stops: ends the streams that do not end by themselves. */
    endStreams(): void {
      closed = true
      stop?.()
      for (const { endStream } of listeners) endStream()
    },
  }
}

export type McpConnections = ReturnType<typeof createMcpConnections>
