import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SeriesGrid } from '#features/books/shelf/shelf-lists.tsx'
import { SERIES_SORTS, type SeriesSort } from '#features/books/shelf/shelf-sort.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/books/series/')({
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: SeriesSort } => {
    const known = SERIES_SORTS.find(one => one === sort)
    return known ? { sort: known } : {}
  },
  component: SeriesPage,
})

function SeriesPage() {
  const { t } = useTranslation()
  const { sort = 'books' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('books.series'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/books">{t('discover.books')}</BackLink>}
        title={t('books.series')}
        text={t('books.series_text')}
      />
      <ChipChoice
        quiet
        label={t('books.sort')}
        value={sort}
        choices={SERIES_SORTS.map(value => ({ value, label: t(`books.sort_by.${value}`) }))}
        onChange={next => void navigate({ search: { sort: next }, replace: true, viewTransition: false })}
      />
      <SeriesGrid sort={sort} />
    </div>
  )
}
