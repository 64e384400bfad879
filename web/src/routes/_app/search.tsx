import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchView } from '#features/discover-screen/search-view.tsx'
import { requirePermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ScreenFrame } from './-screen-frame.tsx'

export const Route = createFileRoute('/_app/search')({
  // The router parses "1917" as a number.
  validateSearch: (raw: Record<string, unknown>): { q?: string } => {
    const q = raw['q']
    return typeof q === 'string' || typeof q === 'number' ? { q: String(q) } : {}
  },
  loader: () => requirePermission('media:discover'),
  component: SearchPage,
})

function SearchPage() {
  const { t } = useTranslation()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const onQuery = useCallback(
    (query: string) =>
      void navigate({ search: query ? { q: query } : {}, replace: true, resetScroll: false }),
    [navigate],
  )
  usePageTitle(q ? `${q} · ${t('discover.search_title')}` : t('discover.search_title'))
  return (
    <ScreenFrame>
      <div className="flex flex-col gap-6">
        <PageHeader title={t('discover.search_title')} />
        <SearchView query={q.trim()} onQuery={onQuery} />
      </div>
    </ScreenFrame>
  )
}
