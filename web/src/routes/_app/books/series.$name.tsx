import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FoundSeriesPage } from '#features/books/search/found-pages.tsx'
import { seriesDetailQuery } from '#features/books/shelf/library-api.ts'
import { missingBooks } from '#features/books/shelf/missing-books.ts'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import { TitlesPage } from '#features/books/shelf/titles-page.tsx'
import { RequestMissing } from '#features/requests/ask/request-missing.tsx'
import { searchText } from '#lib/library-search.ts'
import { hasPermission } from '#lib/guard.ts'
import { TitleHeart } from '../-heart.tsx'
import { TitleBack } from '../-title-back.tsx'

export const Route = createFileRoute('/_app/books/series/$name')({
  // An author of the series from the link, for a series that the library does not have.
  validateSearch: (raw: Record<string, unknown>): { author?: string } => {
    const author = searchText(raw['author'])
    return author ? { author } : {}
  },
  component: OneSeries,
})

function OneSeries() {
  const { t } = useTranslation()
  const { name } = Route.useParams()
  const { author } = Route.useSearch()
  const { instance_id, usual_id } = useBookShelf()
  const list = useQuery(seriesDetailQuery(name, instance_id))
  const back = <TitleBack kind="series" />
  const heart = () => <TitleHeart watched={{ kind: 'series', id: name, instance_id }} name={name} />
  return (
    <TitlesPage
      name={name}
      back={back}
      heart={
        <div className="flex flex-wrap items-center gap-3">
          {hasPermission('media:request') && (
            <RequestMissing titles={missingBooks(list.data, instance_id)} library={instance_id ?? usual_id} />
          )}
          {heart()}
        </div>
      }
      list={list}
      countsOf={({ series }) => series}
      label={t('books.reading_order')}
      missing={<FoundSeriesPage name={name} author={author} back={back} heart={heart} />}
    />
  )
}
