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

/** Why a format is delayed: by the caller's own delivery, otherwise by what anybody's request waits for. */
export type Hold = Pick<OneFormat, 'delivery' | 'wait'>

/** What delays both formats for the same reason, so that the page says it once. */
export function sharedHold([one, other]: readonly OneFormat[]): Hold | undefined {
  if (!one || !other) return undefined
  if (one.delivery && other.delivery) {
    const is_same =
      one.delivery.state === other.delivery.state &&
      one.delivery.code === other.delivery.code &&
      one.delivery.message === other.delivery.message
    return is_same ? { delivery: sooner(one.delivery, other.delivery), wait: undefined } : undefined
  }
  if (one.delivery || other.delivery || !one.wait || !other.wait) return undefined
  const since = one.wait.waiting_since < other.wait.waiting_since ? one.wait : other.wait
  return one.wait.reason === other.wait.reason ? { delivery: undefined, wait: since } : undefined
}

/** The one whose next try is first. */
function sooner(one: DeliveryState, other: DeliveryState): DeliveryState {
  return (other.next_attempt_at ?? '~') < (one.next_attempt_at ?? '~') ? other : one
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
