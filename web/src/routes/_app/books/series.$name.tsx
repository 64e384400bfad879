import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SeriesMissing } from '#features/books/book-missing.tsx'
import { seriesDetailQuery } from '#features/books/library-api.ts'
import { useBookShelf } from '#features/books/shelf.ts'
import { TitleList } from '#features/books/title-list.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ShelfFailure } from '#lib/shelf-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

export const Route = createFileRoute('/_app/books/series/$name')({ component: OneSeries })

function OneSeries() {
  const { t } = useTranslation()
  const { name } = Route.useParams()
  const { instance_id } = useBookShelf()
  const { data, error, isFetching, refetch } = useQuery(seriesDetailQuery(name, instance_id))
  usePageTitle(name)
  if (error && !data)
    return (
      <ShelfFailure
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        missing={<SeriesMissing />}
      />
    )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/books/series">{t('books.series')}</BackLink>}
        title={name}
        text={
          data &&
          t('books.titles_there', { have: data.series.available_count, count: data.series.title_count })
        }
      />
      {data ? <TitleList label={t('books.reading_order')} titles={data.titles} /> : <RowSkeleton />}
    </div>
  )
}
