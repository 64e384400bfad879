import { createFileRoute } from '@tanstack/react-router'
import { requirePermission } from '#lib/guard.ts'
import { Landing } from './-landing.tsx'

export const Route = createFileRoute('/_app/movies/')({
  loader: () => requirePermission('media:discover'),
  component: Movies,
})

function Movies() {
  return <Landing type="movie" />
}
