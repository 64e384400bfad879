import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { pendingQuery } from '#features/approvals/api.ts'
import { attentionQuery } from '#features/attention/api.ts'
import { countBadges } from '#features/attention/attention-count.ts'
import { unreadQuery } from '#features/inbox/api.ts'
import { useKeepSubscribed } from '#features/notifications/use-keep-subscribed.ts'
import { AskFor } from '#features/requests/ask-for.ts'
import { useAskedFor } from '#features/requests/use-asked-for.ts'
import { useDecisionToast } from '#features/requests/use-decision-toast.ts'
import { meQuery } from '#features/sessions/api.ts'
import { Shell } from '#features/shell/shell.tsx'
import { session, useSession } from '#lib/api.ts'

const NONE: readonly string[] = []

const RequestHost = lazy(() =>
  import('./-request-host.tsx').then(({ RequestHost }) => ({ default: RequestHost })),
)
const Palette = lazy(() => import('./-palette.tsx').then(({ AppPalette }) => ({ default: AppPalette })))

export const Route = createFileRoute('/_app')({
  beforeLoad({ location }) {
    if (session.current()) return
    // Whoever signed out on purpose starts afresh; everybody else comes back to where they were.
    const search = session.endedBy() === 'signed_out' ? {} : { redirect: location.href }
    throw redirect({ to: '/login', search })
  },
  component: App,
})

function App() {
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  // Role and limits may have changed since this browser last looked.
  useQuery(meQuery())
  const { data: config } = useQuery({ ...configQuery(), enabled: Boolean(user) })
  const decides = user?.permissions.includes('requests:manage') ?? false
  const { data: pending } = useQuery({ ...pendingQuery(), enabled: decides })
  const { data: attention } = useQuery({ ...attentionQuery(), enabled: decides })
  const { data: unread = 0 } = useQuery({ ...unreadQuery(), enabled: Boolean(user) })
  const badges = useMemo(
    () => countBadges({ pending: pending?.length ?? 0, unread, attention }),
    [pending, unread, attention],
  )
  const tellDecision = useDecisionToast()
  useKeepSubscribed()
  const { asked, ask, close } = useAskedFor()
  if (!user) return null
  return (
    <AskFor value={ask}>
      <Shell
        user={user}
        hidden={config?.hidden_discover_tabs ?? NONE}
        badges={badges}
        tell={tellDecision}
        serverName={status.server_name}
        palette={Palette}
      >
        <Outlet />
      </Shell>
      <Suspense>
        {asked && <RequestHost key={asked.at} title={asked.title} open={asked.open} onClose={close} />}
      </Suspense>
    </AskFor>
  )
}
