import { useMemo } from 'react'
import { addDays, type Day, type Month } from './calendar-days.ts'

/** Noon, so that the day is the same in every time zone. */
const noon = (day: Day) => new Date(`${day}T12:00:00`)

/** Formatted names of days and months. */
export function useDayLabels(language: string) {
  return useMemo(() => {
    const full = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
    const month = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' })
    const short = new Intl.DateTimeFormat(language, { weekday: 'short' })
    const long = new Intl.DateTimeFormat(language, { weekday: 'long' })
    const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    return {
      full: (day: Day) => full.format(noon(day)),
      month: (name: Month) => month.format(noon(`${name}-01`)),
      weekday: (day: Day) => ({ short: short.format(noon(day)), long: long.format(noon(day)) }),
      /** "Today", "tomorrow", "yesterday"; undefined for any other day. */
      near(day: Day, today: Day): string | undefined {
        const days = [-1, 0, 1].find(one => addDays(today, one) === day)
        return days === undefined ? undefined : near.format(days, 'day')
      },
    }
  }, [language])
}
