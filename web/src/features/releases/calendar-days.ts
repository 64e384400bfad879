/** A day such as `2026-11-15`, a month such as `2026-11`. */
export type Day = string
export type Month = string

const two = (value: number) => String(value).padStart(2, '0')

/** The reader's local day of a moment. */
export function dayOf(moment: Date): Day {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

export function isMonth(value: unknown): value is Month {
  return typeof value === 'string' && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(value)
}

/** Calculated in UTC, where all days have the same length. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

export function addMonths(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

export const firstDayOf = (month: Month): Day => `${month}-01`
export const lastDayOf = (month: Month): Day => addDays(firstDayOf(addMonths(month, 1)), -1)

/** 0 is Sunday. */
const weekday = (day: Day) => new Date(day).getUTCDay()

/** The full weeks around a month; `first` is the first day of the week, 0 for Sunday. */
export function weeksOf(month: Month, first: number): Day[][] {
  const begin = firstDayOf(month)
  const start = addDays(begin, -((weekday(begin) - first + 7) % 7))
  const weeks: Day[][] = []
  for (let day = start; day <= lastDayOf(month); day = addDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)))
  }
  return weeks
}

/** The browser's week data, under its older name, its newer name, or not at all. */
interface Weeks {
  getWeekInfo?: () => { firstDay: number }
  weekInfo?: { firstDay: number }
}

/** The first day of the week for a language, 0 for Sunday; Monday if unknown. */
export function firstWeekday(language: string): number {
  // TypeScript's types lack this.
  const locale = new Intl.Locale(language) as Intl.Locale & Weeks
  const info = locale.getWeekInfo?.() ?? locale.weekInfo
  return (info?.firstDay ?? 1) % 7
}

export interface Span {
  start: Day
  end: Day
}

/** The list of the current month starts today and ends with the next month: it shows what is coming. */
export function agendaSpan(month: Month, today: Day): Span {
  return month === monthOf(today)
    ? { start: firstDayOf(month), end: lastDayOf(addMonths(month, 1)) }
    : { start: firstDayOf(month), end: lastDayOf(month) }
}

export function gridSpan(weeks: readonly (readonly Day[])[]): Span {
  return { start: weeks[0]?.[0] ?? '', end: weeks.at(-1)?.at(-1) ?? '' }
}

/** The server counts days in UTC, so one more day is requested on each side. */
export function querySpan({ start, end }: Span): Span {
  return { start: addDays(start, -1), end: addDays(end, 1) }
}
