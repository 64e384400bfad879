import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { meQuery } from '#features/sessions/api.ts'
import { sessionItems } from '#features/sessions/palette-items.ts'
import { NotFound } from '#features/shell/not-found.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { session, useSession } from '#lib/api.ts'
import { useQuery } from '@tanstack/react-query'

/** Palette groups that the slices bring along. */
const PALETTE_SOURCES = [sessionItems]

export const Route = createFileRoute('/_app')({
  beforeLoad({ location }) {
    if (session.current()) return
    // Whoever signed out on purpose starts afresh; everybody else comes back to where they were.
    const search = session.endedBy() === 'signed_out' ? {} : { redirect: location.href }
    throw redirect({ to: '/login', search })
  },
  component: App,
  notFoundComponent: NotFound,
})

function App() {
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  // Role and limits may have changed since this browser last looked.
  useQuery(meQuery())
  if (!user) return null
  return (
    <Shell user={user} serverName={status.server_name} sources={PALETTE_SOURCES}>
      <Outlet />
    </Shell>
  )
}
