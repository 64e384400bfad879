import type { Clock } from '#kit/clock.ts'
import { newSecret } from '#kit/ids.ts'

const TICKET_MS = 10 * 60_000
const MAX_TICKETS = 10_000

/** What a ticket stands for: a device of a person, and one file of a library at that address. */
export interface Ticket {
  /** C68: it ends with the device that asked for it. */
  device_id: string
  instance_id: string
  /** An instance that was pointed elsewhere has other files by the same numbers. */
  instance_url: string
  file_id: number
}

/** 1/4.13: in memory, opaque, for ten minutes each and at most ten thousand; then the oldest goes. */
export function createDownloadTickets({ clock }: { clock: Clock }) {
  /** In the order of their making, which is that of their end. */
  const tickets = new Map<string, Ticket & { ends_at: number }>()

  function forgetOldest(): void {
    for (const [token, { ends_at }] of tickets) {
      if (ends_at > clock.monotonicMs() && tickets.size < MAX_TICKETS) return
      tickets.delete(token)
    }
  }

  return {
    issue(ticket: Ticket): { token: string; expires_ms: number } {
      forgetOldest()
      const token = newSecret('dl')
      tickets.set(token, { ...ticket, ends_at: clock.monotonicMs() + TICKET_MS })
      return { token, expires_ms: clock.now().getTime() + TICKET_MS }
    },
    /** Undefined: it never was, or its time is over. */
    find(token: string): Ticket | undefined {
      const ticket = tickets.get(token)
      return ticket && ticket.ends_at > clock.monotonicMs() ? ticket : undefined
    },
  }
}
