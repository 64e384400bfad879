import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { Landing } from './-landing.tsx'

export const Route = createFileRoute('/_app/tv/')({
  loader: () => requirePermission('media:discover'),
  component: Tv,
})

function Tv() {
  return <Landing type="tv" />
}
