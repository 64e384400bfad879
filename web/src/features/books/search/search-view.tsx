import { useQuery } from '@tanstack/react-query'
import Library from 'lucide-react/icons/library'
import SearchX from 'lucide-react/icons/search-x'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { GridSkeleton } from '#lib/query-grid.tsx'
import { useTypedSearch } from '#lib/use-typed-search.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { lookupQuery } from '../api.ts'
import { FoundShelfBook } from '../cards/book-card.tsx'
import { useBookShelf } from '../shelf/shelf.ts'

interface SearchViewProps {
  query: string
  onQuery: (query: string) => void
}

/** Searches books by title, author or ISBN through the library manager; the address is kept in sync. */
export function SearchView({ query, onQuery }: SearchViewProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useTypedSearch(query, onQuery)
  return (
    <div className="flex flex-col gap-6">
      <search>
        <SearchField
          label={t('books.search.label')}
          placeholder={t('books.search.placeholder')}
          value={typed}
          onType={setTyped}
          ready={query === ''}
        />
      </search>
      {query === '' ? (
        <EmptyState icon={<Library />} title={t('books.search.start_title')}>
          {t('books.search.start_text')}
        </EmptyState>
      ) : (
        <Results query={query} />
      )}
    </div>
  )
}

function Results({ query }: { query: string }) {
  const { t } = useTranslation()
  const { instance_id, usual_id } = useBookShelf()
  const { data, error, isFetching, refetch } = useQuery(lookupQuery(query, instance_id ?? usual_id))
  if (!data) {
    if (!error) return <GridSkeleton shape="poster" />
    const is_slow = error instanceof ApiError && error.code === 'timeout'
    return (
      <ErrorState title={t('books.search.failed')} retrying={isFetching} onRetry={() => void refetch()}>
        {is_slow ? t('books.search.slow') : errorText(t, error)}
      </ErrorState>
    )
  }
  if (data.length === 0)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('discover.search.empty_title', { query })}
        action={
          <ButtonLink to="/search" search={{ q: query }}>
            {t('search.label')}
          </ButtonLink>
        }
      >
        {t('books.search.empty_text')}
      </EmptyState>
    )
  return (
    <PosterGrid>
      {data.map(book => (
        <FoundShelfBook
          key={book.foreign_id}
          book={book}
          detail={[book.author, book.year].filter(Boolean).join(' · ') || undefined}
          q={query}
        />
      ))}
    </PosterGrid>
  )
}
