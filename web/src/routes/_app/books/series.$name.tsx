import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FoundSeriesPage } from '#features/books/search/found-pages.tsx'
import { seriesDetailQuery } from '#features/books/shelf/library-api.ts'
import { missingBooks } from '#features/books/shelf/missing-books.ts'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import { TitlesPage } from '#features/books/shelf/titles-page.tsx'
import type { MissingTitle } from '#features/requests/ask/missing-rules.ts'
import { searchText } from '#lib/library-search.ts'
import { TitleBack } from '../-title-back.tsx'
import { PageTools } from './-page-tools.tsx'

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
  const { instance_id } = useBookShelf()
  const list = useQuery(seriesDetailQuery(name, instance_id))
  const back = <TitleBack kind="series" />
  const tools = (missing: readonly MissingTitle[]) => (
    <PageTools missing={missing} watched={{ kind: 'series', id: name, instance_id }} name={name} />
  )
  return (
    <TitlesPage
      name={name}
      back={back}
      tools={tools(missingBooks(list.data, instance_id))}
      list={list}
      countsOf={({ series }) => series}
      label={t('books.reading_order')}
      missing={<FoundSeriesPage name={name} author={author} back={back} tools={tools} />}
    />
  )
}
