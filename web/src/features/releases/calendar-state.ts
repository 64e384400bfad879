import { MEDIA_TYPES, type MediaType } from '@foyer/contract/instance-types'
import { isMonth, type Month } from './calendar-days.ts'

export const VIEWS = ['agenda', 'month'] as const
export type View = (typeof VIEWS)[number]

/** What of the calendar stands in the address. Absent: the view that fits the screen, this month, every kind. */
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

const TYPE_OF = {
  movie_manager: 'movie',
  tv_manager: 'tv',
  book_manager: 'book',
  music_manager: 'music',
} as const satisfies Record<string, MediaType>

/** Kinds that libraries speak of; with fewer than two there is nothing to choose. */
export function kindsOf(sources: readonly { service_type: string }[]): MediaType[] {
  const types = new Set(
    sources.map(({ service_type }) => Object.entries(TYPE_OF).find(([name]) => name === service_type)?.[1]),
  )
  return MEDIA_TYPES.filter(type => types.has(type))
}
