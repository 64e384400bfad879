import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SeriesMissing } from '#features/books/book-missing.tsx'
import { seriesDetailQuery } from '#features/books/library-api.ts'
import { useBookShelf } from '#features/books/shelf.ts'
import { TitlesPage } from '#features/books/titles-page.tsx'
import { BackLink } from '#lib/link.tsx'

export const Route = createFileRoute('/_app/books/series/$name')({ component: OneSeries })

function OneSeries() {
  const { t } = useTranslation()
  const { name } = Route.useParams()
  const { instance_id } = useBookShelf()
  const list = useQuery(seriesDetailQuery(name, instance_id))
  return (
    <TitlesPage
      name={name}
      back={<BackLink to="/books/series">{t('books.series')}</BackLink>}
      list={list}
      countsOf={({ series }) => series}
      label={t('books.reading_order')}
      missing={<SeriesMissing />}
    />
  )
}
