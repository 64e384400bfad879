import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthorMissing } from '#features/books/book-missing.tsx'
import { authorQuery } from '#features/books/library-api.ts'
import { useBookShelf } from '#features/books/shelf.ts'
import { TitleList } from '#features/books/title-list.tsx'
import { searchText } from '#lib/library-search.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ShelfFailure } from '#lib/shelf-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

export const Route = createFileRoute('/_app/books/authors/$id')({
  // The name by which one came, for an author that the library does not know.
  validateSearch: (raw: Record<string, unknown>): { name?: string } => {
    const name = searchText(raw['name'])
    return name ? { name } : {}
  },
  component: AuthorPage,
})

function AuthorPage() {
  const { t } = useTranslation()
  const { id } = Route.useParams()
  const { name } = Route.useSearch()
  const { instance_id } = useBookShelf()
  const { data, error, isFetching, refetch } = useQuery(authorQuery(id, instance_id))
  const shown = data?.author.name ?? name ?? t('books.authors')
  usePageTitle(shown)
  if (error && !data)
    return (
      <ShelfFailure
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        missing={<AuthorMissing name={name} />}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/books/authors">{t('books.authors')}</BackLink>}
        title={shown}
        text={
          data &&
          t('books.titles_there', { have: data.author.available_count, count: data.author.title_count })
        }
      />
      {data ? <TitleList label={t('books.titles')} titles={data.titles} /> : <RowSkeleton />}
    </div>
  )
}
