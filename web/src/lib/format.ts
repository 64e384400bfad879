const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Where the browser's clock is wrong, the server's time is known to the second only. */
const ESTIMATE_ERROR = 1

/** This many days away and further, a date is shown instead of a distance. */
const NEAR_DAYS = 14

type When = string | number | Date

/** Sentences differ by what is named: "at 14:05", "on Tuesday", "on 3 December". */
export interface Upcoming {
  by: 'time' | 'weekday' | 'date'
  text: string
}

export type Format = ReturnType<typeof createFormat>

/** `Intl` objects are expensive to create, so each is created on first use and kept. */
function lazy<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Numbers, sizes and times in one language, which says `just_now` of the last minute. */
export function createFormat(language: string, just_now: string) {
  const number = lazy(() => new Intl.NumberFormat(language))
  const percent = lazy(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }))
  const day = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }))
  const moment = lazy(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }))
  const near = lazy(() => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long' }))
  const weekday = lazy(() => new Intl.DateTimeFormat(language, { weekday: 'long' }))
  const clock = lazy(() => new Intl.DateTimeFormat(language, { timeStyle: 'short' }))
  const exact = lazy(() => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }))
  const distance = lazy(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
  const short_distance = lazy(
    () => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
  )
  const sizes = UNITS.map(unit => lazy(() => sizeFormat(language, unit)))
  const list = lazy(() => new Intl.ListFormat(language))

  function relativeBy(words: () => Intl.RelativeTimeFormat, when: When, now: number): string {
    const date = new Date(when)
    const seconds = (date.getTime() - now) / 1000
    const size = Math.abs(seconds)
    if (seconds < ESTIMATE_ERROR && size < MINUTE) return just_now
    const say = (count: number, unit: 'second' | 'minute' | 'hour') =>
      words().format(Math.sign(seconds) * count, unit)
    // Rounded before it is compared: "1 hour ago", not "60 minutes ago".
    if (Math.round(size) < MINUTE) return say(Math.round(size), 'second')
    if (Math.round(size / MINUTE) < 60) return say(Math.round(size / MINUTE), 'minute')
    if (Math.round(size / HOUR) < 24) return say(Math.round(size / HOUR), 'hour')
    const days = daysUntil(date, now)
    // From one end of a day to the other.
    if (days === 0) return say(Math.floor(size / HOUR), 'hour')
    return Math.abs(days) < NEAR_DAYS ? words().format(days, 'day') : day().format(date)
  }

  return {
    language,
    number: (value: number) => number().format(value),
    /** Takes a share between 0 and 1. */
    percent: (share: number) => percent().format(share),
    /** Decimal units, as drives and download clients use them. */
    bytes(value: number) {
      const step = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), UNITS.length - 1)
      return (sizes[step] ?? number)().format(value / 1000 ** step)
    },
    date: (when: When) => day().format(new Date(when)),
    time: (when: When) => clock().format(new Date(when)),
    /** With seconds. */
    exactTime: (when: When) => exact().format(new Date(when)),
    dateTime: (when: When) => moment().format(new Date(when)),
    list: (words: readonly string[]) => list().format(words),
    /** The shortest unambiguous form: the time today, a weekday this week, otherwise the date. */
    upcoming(when: When, now: number): Upcoming {
      const date = new Date(when)
      const days = daysUntil(date, now)
      if (days <= 0) return { by: 'time', text: clock().format(date) }
      if (days < 7) return { by: 'weekday', text: weekday().format(date) }
      return { by: 'date', text: near().format(date) }
    },
    /** "in 3 days" when near, the date when far. The last minute is not counted: pages do not move every second. */
    relative: (when: When, now: number) => relativeBy(distance, when, now),
    /** The same in the width of a card: "3 min. ago". */
    shortRelative: (when: When, now: number) => relativeBy(short_distance, when, now),
  }
}

/** Days of the reader's calendar, which call 23:00 "yesterday" from the next midnight to the one after it. */
function daysUntil(date: Date, now: number): number {
  // Rounded: a day on which the clocks change has 23 or 25 hours.
  return Math.round((midnight(date) - midnight(new Date(now))) / (DAY * 1000))
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
}

function sizeFormat(language: string, unit: (typeof UNITS)[number]) {
  const maximumFractionDigits = unit === 'byte' || unit === 'kilobyte' ? 0 : 1
  // The short form of bytes is that of one: "999 byte".
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits })
}
