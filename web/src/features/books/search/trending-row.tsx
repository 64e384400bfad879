import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { QueryRow } from '#lib/query-row.tsx'
import { trendingQuery } from '../api.ts'
import { ShelfBook } from '../cards/book-card.tsx'
import { listCover } from '../cards/cover.ts'
import { isbnKeys } from '../title/known-book.ts'
import { useBookShelf } from '../shelf/shelf.ts'

/** Trending books from the connected list. Without one, admins see how to connect it. */
export function TrendingRow() {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  const { data } = useQuery({ ...trendingQuery(instance_id), enabled: false })
  const nothing = data?.connected ? (
    <p className="text-muted">{t('books.trending_empty')}</p>
  ) : (
    // Hidden from people who cannot change it.
    hasPermission('instances:manage') && <NoList />
  )
  return (
    <QueryRow
      heading={t('books.trending')}
      shape="poster"
      query={trendingQuery(instance_id)}
      cards={({ books }) =>
        books.map(book => (
          <ShelfBook
            key={book.foreign_id}
            foreign_id={book.foreign_id}
            title={book.title}
            detail={book.authors[0]}
            cover={listCover(book.image_url)}
            keys={isbnKeys(book)}
          />
        ))
      }
      empty={nothing}
    />
  )
}

function NoList() {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 py-4">
      <p className="max-w-prose text-sm text-muted">{t('books.no_list')}</p>
      <ButtonLink to="/instances/$id" params={{ id: instance_id ?? usual_id ?? '' }} size="sm">
        {t('books.connect_list')}
      </ButtonLink>
    </div>
  )
}
