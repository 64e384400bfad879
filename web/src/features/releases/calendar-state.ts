import { MEDIA_TYPES, type MediaType, mediaTypeOf } from '@foyer/contract/instances/instance-types'
import { isMonth, type Month } from './calendar-days.ts'

export const VIEWS = ['agenda', 'month'] as const
export type View = (typeof VIEWS)[number]

/** The calendar's state in the address. Absent: the view that fits the screen, this month, all media types. */
export interface CalendarSearch {
  view?: View
  month?: Month
  kinds?: MediaType[]
}

export function parseCalendar(raw: Readonly<Record<string, unknown>>): CalendarSearch {
  const view = VIEWS.find(one => one === raw['view'])
  const month = isMonth(raw['month']) ? raw['month'] : undefined
  const asked: readonly unknown[] = Array.isArray(raw['kinds']) ? raw['kinds'] : []
  const kinds = MEDIA_TYPES.filter(type => asked.includes(type))
  return { ...(view && { view }), ...(month && { month }), ...(kinds.length > 0 && { kinds }) }
}

/** Media types the libraries have; with fewer than two there is nothing to filter. */
export function kindsOf(sources: readonly { service_type: string }[]): MediaType[] {
  const types = new Set(sources.map(source => mediaTypeOf(source.service_type)))
  return MEDIA_TYPES.filter(type => types.has(type))
}

/**
 * Why a part of the calendar is empty. `unread`: nothing could be loaded; `partly_unread`: only some of it, so it may
 * not really be empty.
 */
export type EmptyReason = 'nothing' | 'unconnected' | 'unread' | 'partly_unread'

export function emptyReasonOf(
  sources: readonly { service_type: string; ok: boolean }[],
  kinds: readonly MediaType[] | undefined,
): EmptyReason {
  if (sources.length === 0) return 'unconnected'
  const asked = sources.filter(source => {
    const type = mediaTypeOf(source.service_type)
    return !kinds || (type && kinds.includes(type))
  })
  if (asked.every(({ ok }) => ok)) return 'nothing'
  return asked.some(({ ok }) => ok) ? 'partly_unread' : 'unread'
}
