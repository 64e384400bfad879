import type { BookTitle } from '@foyer/contract/book-library'
import { useTranslation } from 'react-i18next'
import { QueryRow } from '#lib/query-row.tsx'
import { ShelfBook } from './book-card.tsx'
import { coverUrl } from './cover.ts'
import { authorQuery, seriesDetailQuery } from './library-api.ts'
import { useBookShelf } from './shelf.ts'

const cards = (titles: readonly BookTitle[], except: string, detailOf: (title: BookTitle) => unknown) =>
  titles
    .filter(({ foreign_book_id }) => foreign_book_id !== '' && foreign_book_id !== except)
    .map(title => (
      <ShelfBook
        key={title.foreign_book_id}
        foreign_id={title.foreign_book_id}
        title={title.title}
        detail={detailOf(title) ? String(detailOf(title)) : undefined}
        cover={coverUrl(title.cover)}
      />
    ))

/** Other books of the same series and author, as far as the library knows them. */
export function MoreBooks({ owned }: { owned: BookTitle }) {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  const { series, author, author_foreign_id, foreign_book_id } = owned
  return (
    <>
      {series && (
        <QueryRow
          heading={t('books.more_in_series', { name: series })}
          shape="poster"
          query={seriesDetailQuery(series, instance_id)}
          cards={({ titles }) => cards(titles, foreign_book_id, title => title.series_position)}
        />
      )}
      {author && author_foreign_id && (
        <QueryRow
          heading={t('books.more_of', { name: author })}
          shape="poster"
          query={authorQuery(author_foreign_id, instance_id)}
          cards={({ titles }) => cards(titles, foreign_book_id, title => title.year)}
        />
      )}
    </>
  )
}
