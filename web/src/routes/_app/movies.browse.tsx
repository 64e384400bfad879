import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { parseFilters } from '#features/discover-screen/browse-filters.ts'
import { BrowseView } from '#features/discover-screen/browse-view.tsx'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { ScreenFrame } from './-screen-frame.tsx'

export const Route = createFileRoute('/_app/movies/browse')({
  validateSearch: parseFilters,
  loader: () => requirePermission('media:discover'),
  component: Browse,
})

function Browse() {
  const { t } = useTranslation()
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  usePageTitle(t('discover.browse_movies'))
  return (
    <ScreenFrame>
      <div className="flex flex-col gap-6">
        <PageHeader
          back={<BackLink to="/movies">{t('discover.movies')}</BackLink>}
          title={t('discover.browse_movies')}
        />
        <BrowseView
          type="movie"
          filters={filters}
          onChange={search => void navigate({ search, replace: true, resetScroll: false })}
        />
      </div>
    </ScreenFrame>
  )
}
