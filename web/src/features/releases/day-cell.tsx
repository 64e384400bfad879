import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { cx } from '#ui/cx.ts'
import { StatusMark } from '#ui/status-mark.tsx'
import { useStatusText } from '#ui/use-status-text.ts'
import type { Day } from './calendar-days.ts'
import type { CalendarItem } from './calendar-items.ts'
import { ItemLink } from './item-link.tsx'
import { MediaIcon } from './media-icon.tsx'
import { useDayLabels } from './use-day-labels.ts'
import { useItemLabel } from './use-item-label.ts'

/** As many as fit; the last line may be "more". */
const SHOWN = 3

interface DayCellProps {
  day: Day
  today: boolean
  /** Belongs to the previous or next month. */
  outside: boolean
  items: readonly CalendarItem[]
  onOpen: () => void
}

/** On a desktop the titles; on a phone a count that opens the day. */
export function DayCell({ day, today, outside, items, onOpen }: DayCellProps) {
  return (
    <td
      aria-current={today ? 'date' : undefined}
      className={cx(
        'h-16 border-s border-t border-line p-0 align-top first:border-s-0 lg:h-34',
        outside && 'bg-ink/60',
      )}
    >
      <Phone day={day} today={today} outside={outside} items={items} onOpen={onOpen} />
      <div className="hidden h-full flex-col gap-1 p-1.5 lg:flex">
        <DayNumber day={day} today={today} outside={outside} />
        <Titles items={items} onOpen={onOpen} />
      </div>
    </td>
  )
}

function DayNumber({ day, today, outside }: Pick<DayCellProps, 'day' | 'today' | 'outside'>) {
  const format = useFormat()
  const words = useDayLabels(format.language)
  return (
    <time
      dateTime={day}
      className={cx(
        'grid size-7 place-items-center rounded-full text-sm tabular-nums',
        today ? 'bg-accent font-semibold text-on-solid' : outside ? 'text-muted' : 'text-text',
      )}
    >
      <span aria-hidden>{format.number(Number(day.slice(8)))}</span>
      <span className="sr-only">{words.full(day)}</span>
    </time>
  )
}

function Phone({ items, onOpen, ...day }: DayCellProps) {
  const { t } = useTranslation()
  const number = <DayNumber {...day} />
  if (items.length === 0) return <div className="flex flex-col items-center pt-1 lg:hidden">{number}</div>
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-full w-full flex-col items-center gap-1 pt-1 -outline-offset-2 lg:hidden"
    >
      {number}
      <span className="rounded-full bg-accent-soft px-1.5 text-xs font-medium text-accent tabular-nums">
        <span aria-hidden>{items.length}</span>
        <span className="sr-only">{t('calendar.count', { count: items.length })}</span>
      </span>
    </button>
  )
}

function Titles({ items, onOpen }: Pick<DayCellProps, 'items' | 'onOpen'>) {
  const { t } = useTranslation()
  const words = useItemLabel()
  const status = useStatusText()
  if (items.length === 0) return null
  const shown = items.slice(0, items.length > SHOWN ? SHOWN - 1 : SHOWN)
  const more = items.length - shown.length
  return (
    <>
      <ul className="flex min-w-0 flex-col gap-1">
        {shown.map(item => (
          <li key={item.key}>
            <ItemLink
              item={item}
              className="flex h-6 items-center gap-1.5 rounded-mark bg-raised px-1.5 text-xs [a&]:hover:underline"
            >
              <MediaIcon type={item.media_type} className="size-3.5 shrink-0 text-muted" />
              {/* Positioned, so that hidden text is clipped with the title and does not widen the page. */}
              <span className="relative min-w-0 flex-1 truncate">
                {item.title}
                <span className="sr-only">, {words(item)}</span>
              </span>
              {item.status !== 'unavailable' && (
                <>
                  <StatusMark status={item.status} silent size="xs" />
                  <span className="sr-only">, {status(item.status)}</span>
                </>
              )}
            </ItemLink>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button
          type="button"
          onClick={onOpen}
          className="h-6 rounded-mark px-1.5 text-start text-xs text-muted hover:bg-raised hover:text-text"
        >
          {t('calendar.more', { count: more })}
        </button>
      )}
    </>
  )
}
