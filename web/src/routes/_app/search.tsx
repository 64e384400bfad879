import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { FoundTitles } from '#features/discover-screen/browse/found-titles.tsx'
import { startSearch } from '#features/search/api.ts'
import { requirePermission } from '#lib/guard.ts'
import { searchText } from '#lib/library-search.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { searchTexts } from '#lib/texts/search-texts.ts'
import { shelfTexts } from '#lib/texts/shelf-texts.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ScreenFrame } from './-screen-frame.tsx'
import { SearchEverything } from './-search-everything.tsx'

const TYPES = ['movie', 'tv', 'person'] as const

interface SearchParams {
  q?: string
  /** Everything of this type instead of the best of each. */
  type?: (typeof TYPES)[number]
}

export const Route = createFileRoute('/_app/search')({
  validateSearch: (raw: Record<string, unknown>): SearchParams => {
    const q = searchText(raw['q'])
    const type = TYPES.find(one => one === raw['type'])
    return { ...(q && { q }), ...(q && type && { type }) }
  },
  async loader({ context, location }) {
    requirePermission('media:discover')
    const { q, type }: { q?: unknown; type?: unknown } = location.search
    if (!type) startSearch(context.queries, searchText(q)?.trim() ?? '')
    await Promise.all([searchTexts(), shelfTexts()])
  },
  component: SearchPage,
})

function SearchPage() {
  const { t } = useTranslation()
  const { q = '', type } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onQuery = useCallback(
    (query: string) =>
      void navigate({ search: query ? { q: query } : {}, replace: true, resetScroll: false }),
    [navigate],
  )
  usePageTitle(q ? `${q} · ${t('discover.search_title')}` : t('discover.search_title'))
  if (type)
    return (
      <ScreenFrame>
        <div className="flex flex-col gap-6">
          <PageHeader
            back={
              <BackLink to="/search" search={{ q }}>
                {t('search.all_results')}
              </BackLink>
            }
            title={`${t(`search.group.${type}`)}: ${q}`}
          />
          <FoundTitles type={type} query={q} />
        </div>
      </ScreenFrame>
    )
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('discover.search_title')} />
      <SearchEverything query={q} onQuery={onQuery} />
    </div>
  )
}
