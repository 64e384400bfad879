import { useQuery } from '@tanstack/react-query'
import type { Releases } from '@foyer/contract/releases'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { useNow } from '#lib/use-now.ts'
import { Chips } from '#ui/chips.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { Agenda, AgendaSkeleton } from './agenda.tsx'
import { releasesQuery } from './api.ts'
import {
  addMonths,
  agendaSpan,
  querySpan,
  dayOf,
  firstWeekday,
  gridSpan,
  monthOf,
  type Span,
  weeksOf,
} from './calendar-days.ts'
import { CalendarEmpty } from './calendar-empty.tsx'
import { byDay, itemsOf } from './calendar-items.ts'
import { type CalendarSearch, emptyReasonOf, kindsOf } from './calendar-state.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { MonthGrid } from './month-grid.tsx'
import { SourceNotice } from './source-notice.tsx'

interface CalendarViewProps {
  search: CalendarSearch
  onChange: (change: Partial<CalendarSearch>) => void
}

function useShown(data: Releases | undefined, kinds: CalendarSearch['kinds'], span: Span) {
  const items = useLocalTitles(data?.items ?? [])
  return useMemo(() => {
    const wanted = items.filter(item => !kinds || kinds.includes(item.media_type))
    return byDay(itemsOf(wanted).filter(({ day }) => day >= span.start && day <= span.end))
  }, [items, kinds, span.start, span.end])
}

/** Upcoming releases by month or as a list; the list is the default on a phone. */
export function CalendarView({ search, onChange }: CalendarViewProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  const is_wide = useMediaQuery('(min-width: 64rem)')
  const today = dayOf(new Date(useNow(60_000)))
  const month = search.month ?? monthOf(today)
  const view = search.view ?? (is_wide ? 'month' : 'agenda')
  const weeks = weeksOf(month, firstWeekday(language))
  const span = view === 'month' ? gridSpan(weeks) : agendaSpan(month, today)
  const list = useQuery(releasesQuery(querySpan(span)))
  const { data, error, isFetching, isPlaceholderData, refetch } = list
  const shown = useShown(data, search.kinds, span)
  const kinds = kindsOf(data?.sources ?? [])
  const waiting = !data || (isPlaceholderData && isFetching)
  const empty = !waiting && shown.size === 0 ? emptyReasonOf(data.sources, search.kinds) : undefined
  const notice = data && (
    <SourceNotice
      sources={data.sources}
      all={empty === 'unread'}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <CalendarToolbar
        month={month}
        present={monthOf(today)}
        view={view}
        onMonth={next => onChange({ month: next })}
        onView={next => onChange({ view: next })}
      />
      {kinds.length > 1 && (
        <Chips
          hideLabel
          label={t('calendar.kinds')}
          chips={kinds.map(value => ({ value, label: t(`calendar.media.${value}`) }))}
          chosen={search.kinds ?? []}
          onChange={chosen => onChange({ kinds: [...chosen] })}
        />
      )}
      {notice}
      {(empty === 'nothing' || empty === 'unconnected') && (
        <CalendarEmpty
          why={empty}
          filtered={Boolean(search.kinds)}
          above={view === 'month'}
          onClear={() => onChange({ kinds: undefined })}
          onNextMonth={() => onChange({ month: addMonths(month, 1) })}
        />
      )}
      {error && !data ? (
        <ReadFailure of={list} />
      ) : empty === 'unread' ? null : view === 'month' ? (
        data ? (
          <MonthGrid month={month} weeks={weeks} today={today} items={shown} busy={waiting} />
        ) : (
          <Skeleton className="h-106 w-full rounded-card lg:h-214" />
        )
      ) : waiting ? (
        <AgendaSkeleton />
      ) : (
        <Agenda key={month} items={shown} today={today} />
      )}
    </div>
  )
}
