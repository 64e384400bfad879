import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import Library from 'lucide-react/icons/library'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { GridSkeleton } from '#lib/query-grid.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { AuthorCard } from '../cards/author-card.tsx'
import { authorsQuery, seriesQuery } from './library-api.ts'
import type { AuthorSort, SeriesSort } from './shelf-sort.ts'
import { SeriesCard } from '../cards/series-card.tsx'
import { useBookShelf } from './shelf.ts'

interface CappedGridProps<T extends { total: number }, K extends QueryKey> {
  query: UseQueryOptions<T, Error, T, K>
  cards: (data: T) => readonly ReactNode[]
}

/** The server returns the first part of a long list and the total (1/4.10). */
function CappedGrid<T extends { total: number }, K extends QueryKey>({
  query,
  cards,
}: CappedGridProps<T, K>) {
  const { t } = useTranslation()
  const read = useQuery(query)
  const { data, error } = read
  if (!data)
    return error ? <ReadFailure of={read} title={t('discover.failed')} /> : <GridSkeleton shape="square" />
  const shown = cards(data)
  if (shown.length === 0)
    return (
      <EmptyState
        icon={<Library />}
        title={t('books.empty_title')}
        action={<ButtonLink to="/books/search">{t('books.find_books')}</ButtonLink>}
      >
        {t('books.empty_text')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      <PosterGrid>{shown}</PosterGrid>
      {data.total > shown.length && (
        <p className="text-center text-sm text-muted">
          {t('books.first_of', { shown: shown.length, count: data.total })}
        </p>
      )}
    </div>
  )
}

export function AuthorGrid({ sort }: { sort: AuthorSort }) {
  const { instance_id } = useBookShelf()
  return (
    <CappedGrid
      query={authorsQuery(sort, instance_id)}
      cards={({ authors }) =>
        authors.map(author => <AuthorCard key={author.author_foreign_id} author={author} />)
      }
    />
  )
}

export function SeriesGrid({ sort }: { sort: SeriesSort }) {
  const { instance_id } = useBookShelf()
  return (
    <CappedGrid
      query={seriesQuery(sort, instance_id)}
      cards={({ series }) => series.map(one => <SeriesCard key={one.name} series={one} />)}
    />
  )
}
