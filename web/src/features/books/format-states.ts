import type { BookFormat, DeliveryState, FormatWait } from '@foyer/contract/requests'
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
  /** Of the caller's own request, while it is held up. */
  delivery: DeliveryState | undefined
  /** Null where it is there, on its way, or nobody can tell. */
  ask: 'first' | 'again' | null
}

/** Each format by itself. Availability outranks words of waiting (1:4.8.8). */
export function formatStates(answer: StatusResponse): OneFormat[] {
  return FORMATS.map(format => {
    const told = answer.book_formats?.[format]
    const status = told ? shownStatus({ status: told, status_known: answer.status_known }) : 'unknown'
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
