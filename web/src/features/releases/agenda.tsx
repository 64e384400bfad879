import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Day } from './calendar-days.ts'
import type { CalendarItem } from './calendar-items.ts'
import { ItemRow } from './item-row.tsx'
import { useDayLabels } from './use-day-labels.ts'

interface AgendaProps {
  items: ReadonlyMap<Day, readonly CalendarItem[]>
  today: Day
}

/** A list by day, from today on; earlier days are one press away. */
export function Agenda({ items, today }: AgendaProps) {
  const { t } = useTranslation()
  const [past, setPast] = useState(false)
  const days = [...items.keys()].sort()
  const earlier = days.filter(day => day < today)
  // A past month is shown in full.
  const hides = earlier.length > 0 && earlier.length < days.length && !past
  return (
    <div className="flex flex-col gap-6">
      {hides && (
        <Button variant="ghost" className="self-center" onClick={() => setPast(true)}>
          {t('calendar.earlier', { count: earlier.length })}
        </Button>
      )}
      {days
        .filter(day => !hides || day >= today)
        .map(day => (
          <AgendaDay key={day} day={day} today={today} items={items.get(day) ?? []} />
        ))}
    </div>
  )
}

function AgendaDay({ day, today, items }: { day: Day; today: Day; items: readonly CalendarItem[] }) {
  const words = useDayLabels(useFormat().language)
  const near = words.near(day, today)
  return (
    <section className="flex flex-col gap-2">
      <h2 className="flex flex-wrap items-baseline gap-x-3 text-base font-semibold">
        <time dateTime={day}>{words.full(day)}</time>
        {near && <span className="text-sm font-normal text-accent">{near}</span>}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {items.map(item => (
          <li key={item.key}>
            <ItemRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function AgendaSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-6">
      {[1, 3, 2].map(rows => (
        <div key={rows} className="flex flex-col gap-2">
          <Skeleton className="h-6 w-48" />
          <div className="divide-y divide-line rounded-card border border-line bg-surface">
            {Array.from({ length: rows }, (_, at) => (
              <div key={at} className="flex min-h-24 items-center gap-4 p-2">
                <Skeleton className="aspect-2/3 w-13" />
                <span className="flex flex-1 flex-col gap-2">
                  <Skeleton className="h-4 w-2/5" />
                  <Skeleton className="h-3 w-1/4" />
                </span>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
