import type { Stop } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'

/** 2:4.6.5, 2:8. */
export const TURNS_AT_ONCE = 16
export const INCLUDED_TURNS_AT_ONCE = 4

const RETRY_AFTER = { 'retry-after': '2' }

/** Counts the turns that run in this process. One for each person, 16 in all, four of them on the included account. */
export function createChatAdmission() {
  const running = new Map<number, 'personal' | 'shared'>()

  return {
    /** Takes a place at once, or refuses. Nothing is awaited, so two calls can never share the last place. */
    enter(user_id: number, source: 'personal' | 'shared'): Stop {
      if (running.has(user_id)) throw new Refusal('turn_active', { headers: RETRY_AFTER })
      const included = [...running.values()].filter(one => one === 'shared').length
      // C52: the same refusal for both limits.
      if (running.size >= TURNS_AT_ONCE || (source === 'shared' && included >= INCLUDED_TURNS_AT_ONCE))
        throw new Refusal('server_busy', { headers: RETRY_AFTER })
      running.set(user_id, source)
      let has_left = false
      return () => {
        if (!has_left) running.delete(user_id)
        has_left = true
      }
    },
    count: () => running.size,
  }
}

export type ChatAdmission = ReturnType<typeof createChatAdmission>
