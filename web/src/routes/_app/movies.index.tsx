import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { Landing } from './-landing.tsx'
import { startHero } from './-start-hero.ts'

export const Route = createFileRoute('/_app/movies/')({
  loader({ context: { queries } }) {
    requirePermission('media:discover')
    startHero(queries, ['movie'])
  },
  component: Movies,
})

function Movies() {
  return <Landing type="movie" />
}
