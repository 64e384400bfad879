import { createFileRoute } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { AuthorsRow, RecentRow, SeriesRow } from '#features/books/shelf/library-rows.tsx'
import { TrendingRow } from '#features/books/search/trending-row.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/books/')({ component: BooksPage })

function BooksPage() {
  const { t } = useTranslation()
  usePageTitle(t('discover.books'))
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <PageHeader
        title={t('discover.books')}
        action={
          <ButtonLink to="/books/search" icon={<Search aria-hidden />}>
            {t('books.search_action')}
          </ButtonLink>
        }
      />
      <TrendingRow />
      <RecentRow />
      <SeriesRow />
      <AuthorsRow />
    </div>
  )
}
