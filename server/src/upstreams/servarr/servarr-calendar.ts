import { DateOnly } from '@foyer/contract/primitives'
import { z } from 'zod'
import { DAY_MS } from '#kit/durations.ts'
import type { Transport } from '#kit/outbound.ts'
import type { CalendarEntry, CalendarWindow, PosterSource, ReleaseCalendar } from '#ports/release-calendar.ts'
import { createServarrClient, type ServarrProduct } from './servarr-client.ts'

/** A slower source is reported as not answering. */
const CALENDAR_MS = 10_000

/** One more day on both sides: managers compare in their own time zone. `isWithin` removes the excess. */
function calendarQuery({ start, end }: CalendarWindow): Record<string, string | boolean> {
  const at = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString()
  return { start: at(start, -1), end: at(end, 2), unmonitored: true }
}

function isWithin({ start, end }: CalendarWindow, { date }: Pick<CalendarEntry, 'date'>): boolean {
  return start <= date && date <= end
}

/**
 * Release dates are midnight in UTC: the day is cut out, never converted (radarr.md). Null for a day that no calendar
 * has, such as November 31: one wrong date must not cost the list.
 */
export const ReleaseDay = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform(text => DateOnly.safeParse(text.slice(0, 10)).data ?? null)

export const Images = z
  .array(z.object({ coverType: z.string(), url: z.string().nullish(), remoteUrl: z.string().nullish() }))
  .nullish()

/** 1/I: the picture folders that every user may read through the proxy. */
const OPEN_PICTURE = /MediaCover\/(?:Books|Artists|Albums)\/[1-9]\d*\/[A-Za-z0-9._-]+/

export function posterFrom(images: z.output<typeof Images>, type: 'poster' | 'cover'): PosterSource | null {
  const image = images?.find(one => one.coverType.toLowerCase() === type)
  const manager_path = OPEN_PICTURE.exec(image?.url ?? '')?.[0]
  const remote_url = image?.remoteUrl ?? undefined
  if (!remote_url && manager_path === undefined) return null
  return { ...(remote_url && { remote_url }), ...(manager_path !== undefined && { manager_path }) }
}

/** Managers write 0 and empty text for unknown values. */
export function known<K extends string, V extends string | number>(
  name: K,
  value: V | null | undefined,
): { [name in K]?: V } {
  // The object has only this key, or none.
  return value ? ({ [name]: value } as { [name in K]?: V }) : {}
}

/** 1/3 for titles with a single file. */
export function statusOf(record: { has_file: boolean; monitored: boolean }): CalendarEntry['status'] {
  if (record.has_file) return 'available'
  return record.monitored ? 'requested' : 'unavailable'
}

/** How one product describes releases. */
export interface CalendarDialect<T> {
  product: ServarrProduct
  record: z.ZodType<T>
  /** Further query parameters besides the days. */
  query?: Record<string, boolean>
  /** None for a record without a date. */
  entriesOf(record: T): CalendarEntry[]
  join?(entries: readonly CalendarEntry[]): CalendarEntry[]
}

export function createServarrCalendar<T>(internal: Transport, dialect: CalendarDialect<T>): ReleaseCalendar {
  const client = createServarrClient(internal, dialect.product)
  return {
    async read(connection, window, signal) {
      const records = await client.get(z.array(dialect.record), connection, {
        path: 'calendar',
        query: { ...calendarQuery(window), ...dialect.query },
        timeout_ms: CALENDAR_MS,
        signal,
      })
      const entries = records.flatMap(dialect.entriesOf).filter(entry => isWithin(window, entry))
      return dialect.join?.(entries) ?? entries
    },
  }
}
