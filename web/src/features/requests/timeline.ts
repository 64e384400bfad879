import type { DeliveryState, RequestRow } from '@foyer/contract/requests'
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

/** The part of the delivery that a row speaks of: one per book format, else the only one. */
export function deliveryOf(row: Pick<RequestRow, 'book_format' | 'delivery'>): DeliveryState | undefined {
  return row.delivery.find(({ format }) => format === row.book_format) ?? row.delivery[0]
}

function wasAsked(row: Row): boolean {
  const waits = row.status === 'pending' || row.status === 'denied'
  return waits || deliveryOf(row)?.state === 'approval' || Boolean(row.decided_at)
}

function stepsOf(row: Row): StepId[] {
  return [
    'saved',
    ...(wasAsked(row) ? (['approved'] as const) : []),
    'sent',
    'searching',
    'downloading',
    ...(row.media_type === 'tv' || row.status === 'partial' ? (['imported'] as const) : []),
    'ready',
  ]
}

/** Where it stands and how. What the library shows wins over what the delivery knows (1/3). */
function standing(row: Row): { at: StepId; state: TimelineState } {
  const delivery = deliveryOf(row)?.state
  if (row.status === 'denied') return { at: 'approved', state: 'stopped' }
  if (delivery === 'cancelled') return { at: 'sent', state: 'stopped' }
  if (row.status_known && row.status === 'available') return { at: 'ready', state: 'done' }
  if (row.status_known && row.status === 'partial') return { at: 'imported', state: 'now' }
  if (row.status_known && row.status === 'downloading') return { at: 'downloading', state: 'now' }
  if (row.status === 'pending' || delivery === 'approval') return { at: 'approved', state: 'now' }
  if (HELD_UP.has(delivery ?? '')) return { at: 'sent', state: 'stuck' }
  if (delivery !== 'complete') return { at: 'sent', state: 'now' }
  // Delivered, and gone from the library since.
  if (row.status_known && row.status === 'unavailable') return { at: 'ready', state: 'stopped' }
  return { at: 'searching', state: 'now' }
}

/** The day that a wanted title waits for; undefined: it is out, or nobody knows the day. */
export function awaitedRelease({ releases }: Pick<RequestRow, 'releases'>, now: number): string | undefined {
  const { digital, in_cinemas, next_airing } = releases ?? {}
  // Before its home release there is nothing to find, whatever the cinemas show.
  const date = next_airing ?? digital ?? in_cinemas
  return date !== undefined && Date.parse(date) > now ? date : undefined
}

/** What happened to a request, step by step, and what comes next. */
export function timelineOf(row: Row): Step[] {
  const steps = stepsOf(row)
  const { at, state } = standing(row)
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

export const GROUPS = ['waiting', 'stuck', 'coming', 'ready', 'declined', 'ended'] as const
export type Group = (typeof GROUPS)[number]

/** The drawer that a request lies in. */
export function groupOf(row: Row): Group {
  const { at, state } = standing(row)
  // Cancelled, or gone from the library since.
  if (state === 'stopped') return at === 'approved' ? 'declined' : 'ended'
  if (state === 'stuck') return 'stuck'
  if (at === 'approved') return 'waiting'
  return at === 'ready' || at === 'imported' ? 'ready' : 'coming'
}
