import type { Caller } from '#kit/caller.ts'
import type { Clock, Stop } from '#kit/clock.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { Refusal } from '#kit/refusal.ts'

export const SESSION_IDLE_MS = HOUR_MS
export const SESSIONS_PER_USER = 20
export const SESSIONS_PER_PROCESS = 1000
const SWEEP_MS = MINUTE_MS

/** One initialized client of the 2025 revisions. It belongs to the device that initialized it. */
export interface McpSession<Transport> {
  id: string
  user_id: number
  device_id: string
  transport: Transport
}

interface Entry<Transport> extends McpSession<Transport> {
  /** Requests that are being answered, open streams included. */
  in_use: number
  /** Streams on which messages of the server reach the client. */
  listening: number
  last_used_ms: number
  end: () => void
}

/**
 * The sessions of this process, in memory. Another process on the same database does not know them: it answers 404,
 * and the client initializes again, as the protocol says.
 */
export function createMcpSessions<Transport>(clock: Clock) {
  /** The longest unused first. */
  const sessions = new Map<string, Entry<Transport>>()
  let stop: Stop | undefined

  function isIdle({ in_use, last_used_ms }: Entry<Transport>): boolean {
    return in_use === 0 && last_used_ms + SESSION_IDLE_MS <= clock.monotonicMs()
  }

  function end(session: Entry<Transport>): void {
    if (sessions.delete(session.id)) session.end()
  }

  function touch(session: Entry<Transport>): void {
    session.last_used_ms = clock.monotonicMs()
    // One that has ended meanwhile stays ended.
    if (sessions.delete(session.id)) sessions.set(session.id, session)
  }

  /** Ends the longest unused of these, but none that is being answered. */
  function makeRoom(full: readonly Entry<Transport>[], error: string): void {
    const unused = full.find(({ in_use }) => in_use === 0)
    if (!unused) throw new Refusal('rate_limited', { error, headers: { 'retry-after': '30' } })
    end(unused)
  }

  return {
    count: () => sessions.size,

    /** Makes room for another session of this person; 429 while all are in use. */
    assertRoom({ user_id }: Caller): void {
      const all = [...sessions.values()]
      const own = all.filter(session => session.user_id === user_id)
      if (own.length >= SESSIONS_PER_USER)
        return makeRoom(own, 'You already have too many assistants connected.')
      if (all.length >= SESSIONS_PER_PROCESS) makeRoom(all, 'Too many assistants are connected right now.')
    },

    /** `end` runs once, whoever ends the session. */
    add(session: McpSession<Transport>, end: () => void): void {
      sessions.set(session.id, {
        ...session,
        in_use: 0,
        listening: 0,
        last_used_ms: clock.monotonicMs(),
        end,
      })
    },

    /** The session with this id, if this device made it. */
    find(id: string, device_id: string): McpSession<Transport> | undefined {
      const session = sessions.get(id)
      if (session && isIdle(session)) end(session)
      else if (session?.device_id === device_id) return session
      return undefined
    },

    /** Keeps the session in use until the returned function is called. */
    use(id: string): Stop {
      const session = sessions.get(id)
      if (!session) return () => undefined
      session.in_use += 1
      touch(session)
      return () => {
        session.in_use -= 1
        touch(session)
      }
    },

    /** Marks a stream of the session as open until the returned function is called. */
    listen(id: string): Stop {
      const session = sessions.get(id)
      if (!session) return () => undefined
      session.listening += 1
      return () => void (session.listening -= 1)
    },

    isListening: (id: string) => (sessions.get(id)?.listening ?? 0) > 0,

    end(id: string): void {
      const session = sessions.get(id)
      if (session) end(session)
    },

    start(): void {
      stop = clock.every(SWEEP_MS, () => {
        for (const session of sessions.values()) if (isIdle(session)) end(session)
      })
    },

    close(): void {
      stop?.()
      for (const session of sessions.values()) end(session)
    },
  }
}

export type McpSessions<Transport> = ReturnType<typeof createMcpSessions<Transport>>
