import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { newSecret } from '#kit/ids.ts'

const TICKET_MS = 10 * MINUTE_MS
const MAX_TICKETS = 10_000

/** A ticket: a person's device, and one file of a library at that address. */
export interface Ticket {
  /** C68: it ends with the device that requested it. */
  device_id: string
  instance_id: string
  /** An instance pointed to another server has other files with the same ids. */
  instance_url: string
  file_id: number
}

/** 1/4.13: in memory, opaque, valid for ten minutes, at most ten thousand; the oldest are dropped first. */
export function createDownloadTickets({ clock }: { clock: Clock }) {
  /** In order of creation, which is also the order of expiry. */
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
    /** Undefined: unknown or expired. */
    find(token: string): Ticket | undefined {
      const ticket = tickets.get(token)
      return ticket && ticket.ends_at > clock.monotonicMs() ? ticket : undefined
    },
  }
}
