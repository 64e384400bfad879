import { useFormat } from '#lib/i18n.ts'
import { fromServer } from '#lib/base-url.ts'
import { Picture } from '#ui/picture.tsx'
import { StatusMark } from '#ui/status-mark.tsx'
import { useStatusText } from '#ui/use-status-text.ts'
import type { CalendarItem } from './calendar-items.ts'
import { ItemLink } from './item-link.tsx'
import { MediaIcon } from './media-icon.tsx'
import { useItemLabel } from './use-item-label.ts'

/** One item of a day in full. */
export function ItemRow({ item }: { item: CalendarItem }) {
  const format = useFormat()
  const words = useItemLabel()
  const status = useStatusText()
  const { title, poster, at, libraries } = item
  const small = [at && format.time(at), libraries.length > 1 && format.list(libraries)].filter(Boolean)
  return (
    <ItemLink
      item={item}
      className="flex min-h-24 items-center gap-4 rounded-card p-2 pe-4 text-start -outline-offset-2 transition-colors [a&]:hover:bg-raised/60"
    >
      <Picture
        alt=""
        src={poster === null ? undefined : fromServer(poster)}
        className="aspect-2/3 w-13 shrink-0 rounded-control"
        fallback={<MediaIcon type={item.media_type} className="size-5" />}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-2 font-medium wrap-anywhere">{title}</span>
        <span className="line-clamp-1 text-sm text-muted">{words(item)}</span>
        {small.length > 0 && <span className="text-xs text-muted tabular-nums">{small.join(' · ')}</span>}
      </span>
      {item.status !== 'unavailable' && (
        <span className="flex shrink-0 items-center gap-2 text-sm text-muted">
          <span className="sr-only sm:not-sr-only">{status(item.status)}</span>
          <StatusMark status={item.status} silent size="sm" />
        </span>
      )}
    </ItemLink>
  )
}
