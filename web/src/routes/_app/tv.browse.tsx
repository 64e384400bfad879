import { createFileRoute } from '@tanstack/react-router'
import { parseFilters } from '#features/discover-screen/browse/browse-filters.ts'
import { requirePermission } from '#lib/guard.ts'
import { BrowsePage } from './-browse-page.tsx'

export const Route = createFileRoute('/_app/tv/browse')({
  validateSearch: parseFilters,
  loader: () => requirePermission('media:discover'),
  component: Browse,
})

function Browse() {
  const filters = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BrowsePage
      type="tv"
      filters={filters}
      onChange={change => void navigate({ search: change, replace: true, resetScroll: false })}
    />
  )
}
