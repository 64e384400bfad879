import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { QueryRow } from '#lib/query-row.tsx'
import { AuthorCard } from '../cards/author-card.tsx'
import { ShelfBook } from '../cards/book-card.tsx'
import { coverUrl } from '../cards/cover.ts'
import { authorsQuery, recentQuery, seriesQuery } from './library-api.ts'
import { SeriesCard } from '../cards/series-card.tsx'
import { useBookShelf } from './shelf.ts'

const SHOWN = 20

/** The latest additions. */
export function RecentRow() {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  return (
    <QueryRow
      heading={t('books.recent')}
      shape="poster"
      query={recentQuery(instance_id)}
      cards={({ items }) =>
        items.map(item => (
          <ShelfBook
            key={item.book_id}
            foreign_id={item.foreign_book_id}
            title={item.title}
            detail={
              [item.author, item.format && t(`requests.format.${item.format}`)].filter(Boolean).join(' · ') ||
              undefined
            }
            cover={coverUrl(item.cover)}
          />
        ))
      }
    />
  )
}

/** The authors with the most books. */
export function AuthorsRow() {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  return (
    <QueryRow
      heading={t('books.authors')}
      shape="square"
      query={authorsQuery('books', instance_id)}
      cards={({ authors }) =>
        authors.slice(0, SHOWN).map(author => <AuthorCard key={author.author_foreign_id} author={author} />)
      }
      action={<SeeAll to="/books/authors" heading={t('books.authors')} />}
    />
  )
}

export function SeriesRow() {
  const { t } = useTranslation()
  const { instance_id } = useBookShelf()
  return (
    <QueryRow
      heading={t('books.series')}
      shape="square"
      query={seriesQuery('books', instance_id)}
      cards={({ series }) => series.slice(0, SHOWN).map(one => <SeriesCard key={one.name} series={one} />)}
      action={<SeeAll to="/books/series" heading={t('books.series')} />}
    />
  )
}

function SeeAll({ to, heading }: { to: '/books/authors' | '/books/series'; heading: string }) {
  const { t } = useTranslation()
  return (
    <ButtonLink to={to} variant="ghost" size="sm" aria-label={t('discover.see_all_of', { heading })}>
      {t('discover.see_all')}
    </ButtonLink>
  )
}
