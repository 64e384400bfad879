import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SearchView } from '#features/books/search/search-view.tsx'
import { searchText } from '#lib/library-search.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { searchTexts } from '#lib/texts/search-texts.ts'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/books/search')({
  validateSearch: (raw: Record<string, unknown>): { q?: string } => {
    const q = searchText(raw['q'])
    return q ? { q } : {}
  },
  // A search without results leads to the search over everything.
  loader: () => searchTexts(),
  component: BookSearch,
})

function BookSearch() {
  const { t } = useTranslation()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(q ? `${q} · ${t('books.search.title')}` : t('books.search.title'))
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        back={<BackLink to="/books">{t('discover.books')}</BackLink>}
        title={t('books.search.title')}
      />
      <SearchView
        query={q}
        onQuery={query =>
          void navigate({ search: query ? { q: query } : {}, replace: true, resetScroll: false })
        }
      />
    </div>
  )
}
