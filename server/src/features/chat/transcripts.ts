import type { Clock, Stop } from '#kit/clock.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { fitTurns, type Turn } from './transcript-rules.ts'

/** 2/4.6. */
export const CONVERSATIONS = 200
export const IDLE_MS = 4 * HOUR_MS
/** For all conversations together; a household rarely comes near it. */
export const TOTAL_BYTES = 64 * 1024 * 1024
const SWEEP_MS = 15 * MINUTE_MS

/** To whom a conversation belongs, and under which circumstances it can be continued (2:4.6.6). */
export interface ConversationOwner {
  user_id: number
  binding: string
}

export interface Conversation extends ConversationOwner {
  id: string
  turns: readonly Turn[]
}

interface Kept extends Conversation {
  bytes: number
  used_ms: number
}

/** Conversations in the memory of this process. They are written nowhere, and a restart forgets them. */
export function createTranscripts(clock: Clock) {
  /** The one that was unused for longest comes first. */
  const kept = new Map<string, Kept>()
  let total_bytes = 0
  let stop: Stop | undefined

  function forget(id: string): void {
    total_bytes -= kept.get(id)?.bytes ?? 0
    kept.delete(id)
  }

  const isIdle = ({ used_ms }: Kept) => clock.monotonicMs() - used_ms >= IDLE_MS

  function forgetOldest(): void {
    for (const [id, conversation] of kept) {
      if (kept.size <= CONVERSATIONS && total_bytes <= TOTAL_BYTES && !isIdle(conversation)) return
      forget(id)
    }
  }

  return {
    /** The conversation, if it can be continued by this owner now. */
    find(id: string, owner: ConversationOwner): Conversation | undefined {
      const found = kept.get(id)
      if (!found || isIdle(found)) return undefined
      return found.user_id === owner.user_id && found.binding === owner.binding ? found : undefined
    },

    /** A new one, with an id that nobody can guess. It is kept once it is saved. */
    create: (owner: ConversationOwner, turns: readonly Turn[]): Conversation => ({
      ...owner,
      id: newId('chat'),
      turns,
    }),

    /** Adds a turn, and drops the oldest turns and conversations that no longer fit. */
    save({ id, user_id, binding, turns }: Conversation, turn: Turn | null): void {
      forget(id)
      const fitting = fitTurns(turn ? [...turns, turn] : turns)
      const bytes = fitting.reduce((sum, one) => sum + one.bytes, 0)
      kept.set(id, { id, user_id, binding, turns: fitting, bytes, used_ms: clock.monotonicMs() })
      total_bytes += bytes
      forgetOldest()
    },

    forget,

    /** For tests and measurements. */
    size: () => ({ conversations: kept.size, bytes: total_bytes }),

    start(): void {
      stop = clock.every(SWEEP_MS, forgetOldest)
    },

    close(): void {
      stop?.()
      kept.clear()
      total_bytes = 0
    },
  }
}

export type Transcripts = ReturnType<typeof createTranscripts>
