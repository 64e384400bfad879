import type { DeliveryState, RequestRow } from '@foyer/contract/requests/requests'
import type { TimelineState } from '#ui/timeline.tsx'

export type StepId = 'saved' | 'approved' | 'sent' | 'searching' | 'downloading' | 'imported' | 'ready'

export interface Step {
  id: StepId
  state: TimelineState
  at?: string
}

type Row = Pick<
  RequestRow,
  'media_type' | 'status' | 'status_known' | 'requested_at' | 'decided_at' | 'book_format' | 'delivery'
>

const HELD_UP: ReadonlySet<string> = new Set(['retry', 'waiting_library', 'attention'])

/** The delivery of a row: one per book format, otherwise the only one. */
export function deliveryOf(row: Pick<RequestRow, 'book_format' | 'delivery'>): DeliveryState | undefined {
  return row.delivery.find(({ format }) => format === row.book_format) ?? row.delivery[0]
}

function wasRequested(row: Row): boolean {
  const waits = row.status === 'pending' || row.status === 'denied'
  return waits || deliveryOf(row)?.state === 'approval' || Boolean(row.decided_at)
}

function stepsOf(row: Row): StepId[] {
  return [
    'saved',
    ...(wasRequested(row) ? (['approved'] as const) : []),
    'sent',
    'searching',
    'downloading',
    ...(row.media_type === 'tv' || row.status === 'partial' ? (['imported'] as const) : []),
    'ready',
  ]
}

/** The current step and its state. The library's state wins over the delivery's (1/3). */
function currentStep(row: Row): { at: StepId; state: TimelineState } {
  const delivery = deliveryOf(row)?.state
  if (row.status === 'denied') return { at: 'approved', state: 'stopped' }
  if (delivery === 'cancelled') return { at: 'sent', state: 'stopped' }
  if (row.status_known && row.status === 'available') return { at: 'ready', state: 'done' }
  if (row.status_known && row.status === 'partial') return { at: 'imported', state: 'now' }
  if (row.status_known && row.status === 'downloading') return { at: 'downloading', state: 'now' }
  if (row.status === 'pending' || delivery === 'approval') return { at: 'approved', state: 'now' }
  if (HELD_UP.has(delivery ?? '')) return { at: 'sent', state: 'stuck' }
  if (delivery !== 'complete') return { at: 'sent', state: 'now' }
  // Delivered, and removed from the library since.
  if (row.status_known && row.status === 'unavailable') return { at: 'ready', state: 'stopped' }
  return { at: 'searching', state: 'now' }
}

/** The release date a monitored title waits for; undefined if it is out or the date is unknown. */
export function awaitedRelease({ releases }: Pick<RequestRow, 'releases'>, now: number): string | undefined {
  const { digital, in_cinemas, next_airing } = releases ?? {}
  // Before the home release there is nothing to find, even if it is in cinemas.
  const date = next_airing ?? digital ?? in_cinemas
  return date !== undefined && Date.parse(date) > now ? date : undefined
}

/** The steps of a request, past and upcoming. */
export function timelineOf(row: Row): Step[] {
  const steps = stepsOf(row)
  const { at, state } = currentStep(row)
  const here = steps.indexOf(at)
  const times: Partial<Record<StepId, string | undefined>> = {
    saved: row.requested_at,
    approved: row.decided_at,
    sent: deliveryOf(row)?.last_attempt_at,
  }
  return steps.map((id, index) => {
    const own = index < here ? 'done' : index === here ? state : 'next'
    const time = own === 'next' || (id === 'sent' && own !== 'done') ? undefined : times[id]
    return { id, state: own, ...(time && { at: time }) }
  })
}

export const GROUPS = ['waiting', 'stuck', 'coming', 'unknown', 'ready', 'declined', 'ended'] as const
export type Group = (typeof GROUPS)[number]

/** The status group of a request. */
export function groupOf(row: Row): Group {
  const { at, state } = currentStep(row)
  // Cancelled, or removed from the library since.
  if (state === 'stopped') return at === 'approved' ? 'declined' : 'ended'
  if (state === 'stuck') return 'stuck'
  if (at === 'approved') return 'waiting'
  // Delivered, and the library cannot be read: it may be there already, or not.
  if (at === 'searching' && !row.status_known) return 'unknown'
  return at === 'ready' || at === 'imported' ? 'ready' : 'coming'
}
