import { useState } from 'react'
import { useFormat } from '#lib/i18n.ts'
import { type Day, type Month, monthOf } from './calendar-days.ts'
import type { CalendarItem } from './calendar-items.ts'
import { DayCell } from './day-cell.tsx'
import { DayDialog } from './day-dialog.tsx'
import { useDayLabels } from './use-day-labels.ts'

interface MonthGridProps {
  month: Month
  weeks: readonly (readonly Day[])[]
  today: Day
  items: ReadonlyMap<Day, readonly CalendarItem[]>
  busy: boolean
}

/** A month in weeks; a day opens if it has more than its cell can show. */
export function MonthGrid({ month, weeks, today, items, busy }: MonthGridProps) {
  const words = useDayLabels(useFormat().language)
  const [open, setOpen] = useState<Day | null>(null)
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface" aria-busy={busy}>
      <table className="w-full table-fixed border-collapse">
        <caption className="sr-only">{words.month(month)}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(day => (
              <th
                key={day}
                scope="col"
                abbr={words.weekday(day).long}
                className="h-10 text-xs font-medium text-muted"
              >
                {words.weekday(day).short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]}>
              {week.map(day => (
                <DayCell
                  key={day}
                  day={day}
                  today={day === today}
                  outside={monthOf(day) !== month}
                  items={items.get(day) ?? []}
                  onOpen={() => setOpen(day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <DayDialog
        day={open}
        items={open === null ? [] : (items.get(open) ?? [])}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}
