import { createFileRoute } from '@tanstack/react-router'
import { configQuery } from '#features/app-config/api.ts'
import { featuredQuery } from '#features/discover-screen/api.ts'
import { requirePermission } from '#lib/guard.ts'
import { Landing } from './-landing.tsx'

export const Route = createFileRoute('/_app/movies/')({
  loader({ context: { queries } }) {
    requirePermission('media:discover')
    void queries.prefetchQuery(configQuery())
    void queries.prefetchQuery(featuredQuery('movie'))
  },
  component: Movies,
})

function Movies() {
  return <Landing type="movie" />
}
