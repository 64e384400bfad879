import type { BookSeries } from '@foyer/contract/book-library'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WithHeart } from '#lib/card-heart.tsx'
import { tintOf } from '#lib/tint.ts'
import { CARD_TEXT } from '#ui/card-text.ts'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { coverUrl } from './cover.ts'
import { useBookShelf } from '../shelf/shelf.ts'

/** Positions of up to three covers, the first in front. */
const PLACES = ['z-20 start-[8%]', 'z-10 start-[26%] scale-90', 'start-[44%] scale-80'] as const

/** A series: up to three stacked covers, its name, and how much of it is available. */
export function SeriesCard({ series }: { series: BookSeries }) {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  const card = (
    <Link
      to="/books/series/$name"
      params={{ name: series.name }}
      className="group relative flex min-w-0 flex-col gap-2 rounded-card outline-offset-4"
    >
      <span className="relative block aspect-square overflow-hidden rounded-card bg-raised ring-1 ring-line ring-inset group-hover:ring-edge">
        {series.covers.map((cover, at) => (
          <span key={cover} className={cx('absolute inset-y-[10%]', PLACES[at])}>
            <Picture
              alt=""
              src={coverUrl(cover)}
              tint={tintOf(series.name)}
              className="aspect-2/3 h-full rounded-mark shadow-float ring-1 ring-line ring-inset"
            />
          </span>
        ))}
        {series.covers.length === 0 && (
          <span className="absolute inset-0 grid place-items-center p-3 text-center text-sm font-medium text-muted">
            {series.name}
          </span>
        )}
      </span>
      <span className={cx('flex min-w-0 flex-col', CARD_TEXT)}>
        <span className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">{series.name}</span>
        <span className="truncate text-xs text-muted">
          {t('books.titles_there', { have: series.available_count, count: series.title_count })}
        </span>
      </span>
    </Link>
  )
  return (
    <WithHeart card={card} watched={{ kind: 'series', id: series.name, instance_id }} name={series.name} />
  )
}
