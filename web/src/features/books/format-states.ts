import type { BookFormat, DeliveryState, FormatWait } from '@foyer/contract/requests/requests'
import type { StatusResponse } from '@foyer/contract/title-statuses'
import { shownStatus } from '#lib/request-status.ts'
import type { Status, StatusFacts } from '#ui/status.ts'

const FORMATS = ['ebook', 'audiobook'] as const satisfies readonly BookFormat[]
const HELD_UP: ReadonlySet<string> = new Set(['retry', 'waiting_library', 'attention'])

export interface OneFormat {
  format: BookFormat
  status: Status
  facts: StatusFacts
  wait: FormatWait | undefined
  /** The delivery of the caller's own request, while it is delayed. */
  delivery: DeliveryState | undefined
  /** Null if it is available, on the way or unknown. */
  ask: 'first' | 'again' | null
}

/** The state of each format. Availability outranks waiting (1:4.8.8). */
export function formatStates(answer: StatusResponse): OneFormat[] {
  return FORMATS.map(format => {
    const reported = answer.book_formats?.[format]
    const status = reported ? shownStatus({ status: reported, status_known: answer.status_known }) : 'unknown'
    const is_there = status === 'available' || status === 'downloading'
    const held = answer.delivery?.find(one => one.format === format && HELD_UP.has(one.state))
    return {
      format,
      status,
      facts: status === 'downloading' ? { share: answer.progress / 100 } : {},
      wait: is_there ? undefined : answer.book_format_waits?.[format],
      delivery: is_there ? undefined : held,
      ask: status === 'unavailable' ? 'first' : status === 'denied' ? 'again' : null,
    }
  })
}
