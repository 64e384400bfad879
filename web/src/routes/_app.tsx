import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { configQuery } from '#features/app-config/api.ts'
import { useNavigation } from '#features/app-config/use-navigation.ts'
import { pendingQuery } from '#features/approvals/api.ts'
import { attentionQuery } from '#features/attention/api.ts'
import { countBadges } from '#features/attention/attention-count.ts'
import { unreadQuery } from '#features/inbox/api.ts'
import { ownIssuesQuery } from '#features/issues/api.ts'
import { useKeepSubscribed } from '#features/notifications/use-keep-subscribed.ts'
import { RequestSheetContext } from '#features/requests/ask/request-sheet-context.ts'
import { useSheetTarget } from '#features/requests/ask/use-sheet-target.ts'
import { useDecisionToast } from '#features/requests/follow/use-decision-toast.ts'
import { meQuery } from '#features/sessions/api.ts'
import { Shell } from '#features/shell/frame/shell.tsx'
import { session, useSession } from '#lib/api.ts'
import { HeartSlot } from '#lib/card-heart.tsx'
import { hasPermission } from '#lib/guard.ts'
import { searchTexts } from '#lib/texts/search-texts.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { CardHeart } from './_app/-heart.tsx'

const RequestHost = lazy(() =>
  import('./-request-host.tsx').then(({ RequestHost }) => ({ default: RequestHost })),
)
const Palette = lazy(async () => {
  const [{ AppPalette }] = await Promise.all([import('./-palette.tsx'), searchTexts()])
  return { default: AppPalette }
})
const AccountLanguage = lazy(async () => {
  await whenIdle()
  const { AccountLanguage } = await import('#features/person-preferences/account-language.ts')
  return { default: AccountLanguage }
})

export const Route = createFileRoute('/_app')({
  beforeLoad({ location }) {
    if (session.current()) return
    // After signing out on purpose, start at Home; otherwise return to the same page after signing in.
    const search = session.endedBy() === 'signed_out' ? {} : { redirect: location.href }
    throw redirect({ to: '/login', search })
  },
  // Once, in parallel with the page: what the frame around it shows would otherwise be asked for when it is drawn.
  staleTime: Number.POSITIVE_INFINITY,
  loader({ context: { queries } }) {
    void queries.prefetchQuery(configQuery())
    void queries.prefetchQuery(meQuery())
    void queries.prefetchQuery(unreadQuery())
    if (!hasPermission('remediation:manage')) void queries.prefetchQuery(ownIssuesQuery())
    if (!hasPermission('requests:manage')) return
    void queries.prefetchQuery(pendingQuery())
    void queries.prefetchQuery(attentionQuery())
  },
  component: App,
})

function App() {
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  // Role and limits may have changed since this browser last loaded them. The session tells of it if they have.
  useQuery({ ...meQuery(), notifyOnChangeProps: [] })
  const { data: config } = useQuery({ ...configQuery(), enabled: Boolean(user) })
  const can_decide = user?.permissions.includes('requests:manage') ?? false
  const { data: pending } = useQuery({ ...pendingQuery(), enabled: can_decide })
  const { data: attention } = useQuery({ ...attentionQuery(), enabled: can_decide })
  // Admins have the issues of everybody instead.
  const can_manage = user?.permissions.includes('remediation:manage') ?? false
  const { data: reports } = useQuery({ ...ownIssuesQuery(), enabled: Boolean(user) && !can_manage })
  const has_reports = (reports?.length ?? 0) > 0
  const navigation = useNavigation({ user_id: user?.id, config, has_reports })
  const hidden = useMemo(
    () => [...navigation.hidden, ...(can_manage ? ['reports'] : [])],
    [navigation, can_manage],
  )
  const unread_reports = reports?.filter(({ read }) => !read).length ?? 0
  const { data: unread = 0 } = useQuery({ ...unreadQuery(), enabled: Boolean(user) })
  const badges = useMemo(
    () => countBadges({ pending: pending?.length ?? 0, unread, unread_reports, attention }),
    [pending, unread, unread_reports, attention],
  )
  const showDecisionToast = useDecisionToast()
  useKeepSubscribed()
  const { sheet, openSheet, closeSheet } = useSheetTarget()
  if (!user) return null
  return (
    <RequestSheetContext value={openSheet}>
      <Shell
        user={user}
        hidden={hidden}
        badges={badges}
        hasChat={navigation.has_chat}
        onLiveEvent={showDecisionToast}
        serverName={status.server_name}
        palette={Palette}
      >
        <HeartSlot value={CardHeart}>
          <Outlet />
        </HeartSlot>
      </Shell>
      <Suspense>
        <AccountLanguage key={user.id} user_id={user.id} />
      </Suspense>
      <Suspense>
        {sheet && <RequestHost key={sheet.at} title={sheet.title} open={sheet.open} onClose={closeSheet} />}
      </Suspense>
    </RequestSheetContext>
  )
}
