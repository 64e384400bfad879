import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SeriesMissing } from '#features/books/book-missing.tsx'
import { seriesDetailQuery } from '#features/books/library-api.ts'
import { missingBooks } from '#features/books/missing-books.ts'
import { useBookShelf } from '#features/books/shelf.ts'
import { TitlesPage } from '#features/books/titles-page.tsx'
import { RequestMissing } from '#features/requests/ask/request-missing.tsx'
import { hasPermission } from '#lib/guard.ts'
import { TitleHeart } from '../-heart.tsx'
import { TitleBack } from '../-title-back.tsx'

export const Route = createFileRoute('/_app/books/series/$name')({ component: OneSeries })

function OneSeries() {
  const { t } = useTranslation()
  const { name } = Route.useParams()
  const { instance_id, usual_id } = useBookShelf()
  const list = useQuery(seriesDetailQuery(name, instance_id))
  return (
    <TitlesPage
      name={name}
      back={<TitleBack kind="series" />}
      heart={
        <div className="flex flex-wrap items-center gap-3">
          {hasPermission('media:request') && (
            <RequestMissing titles={missingBooks(list.data, instance_id)} library={instance_id ?? usual_id} />
          )}
          <TitleHeart watched={{ kind: 'series', id: name, instance_id }} name={name} />
        </div>
      }
      list={list}
      countsOf={({ series }) => series}
      label={t('books.reading_order')}
      missing={<SeriesMissing />}
    />
  )
}
