import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { Landing } from './-landing.tsx'
import { startHero } from './-start-hero.ts'

export const Route = createFileRoute('/_app/tv/')({
  loader({ context: { queries } }) {
    requirePermission('media:discover')
    startHero(queries, ['tv'])
  },
  component: Tv,
})

function Tv() {
  return <Landing type="tv" />
}
