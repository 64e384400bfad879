import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { meQuery } from '#features/sessions/api.ts'
import { NotFound } from '#features/shell/not-found.tsx'
import { Shell } from '#features/shell/shell.tsx'
import { session, useSession } from '#lib/api.ts'

const Palette = lazy(() => import('./-palette.tsx').then(({ AppPalette }) => ({ default: AppPalette })))

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
  const { data: config } = useQuery({ ...configQuery(), enabled: Boolean(user) })
  if (!user) return null
  return (
    <Shell
      user={user}
      hidden={config?.hidden_discover_tabs ?? []}
      serverName={status.server_name}
      palette={Palette}
    >
      <Outlet />
    </Shell>
  )
}
