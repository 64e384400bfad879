import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, redirect, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { forgetPictures } from '#features/discover-screen/kept-picture.ts'
import { authStatusQuery } from '#features/sessions/api.ts'
import { Announcer } from '#features/shell/frame/announcer.tsx'
import { FailurePage } from '#features/shell/states/failure-page.tsx'
import { PendingBar } from '#features/shell/frame/pending-bar.tsx'
import { freshToken, session } from '#lib/api.ts'
import { LeaveGuard } from '#lib/leave-guard.ts'
import { Toaster } from '#ui/toaster.tsx'

interface RouterContext {
  queries: QueryClient
}

export const Route = createRootRouteWithContext<RouterContext>()({
  async beforeLoad({ context, location }) {
    const guarded = accountNow()
    // Both are needed before the first page, and neither depends on the other. Failures show up in the next call.
    if (session.current()) void freshToken().catch(() => undefined)
    const status = await context.queries.ensureQueryData(authStatusQuery())
    if (status.needs_setup && location.pathname !== '/setup') throw redirect({ to: '/setup' })
    return { status, guarded }
  },
  component: Root,
  pendingComponent: PendingBar,
  errorComponent: Failure,
})

function Root() {
  useSessionWatch()
  return (
    <>
      <Outlet />
      <LeaveGuard />
      <Announcer />
      <Toaster />
    </>
  )
}

/**
 * Signing in or out, also in another tab, runs every guard again and clears the other account's data. Another role runs
 * them again, too: pages that were not there for this person may be now.
 */
function useSessionWatch() {
  const router = useRouter()
  const { queries, guarded } = Route.useRouteContext()
  const [first] = useState(guarded)
  useEffect(() => {
    let known = first
    function look() {
      const { user_id, may } = known
      known = accountNow()
      if (known.user_id === user_id) {
        if (known.may !== may) void router.invalidate()
        return
      }
      forgetPictures()
      queries.removeQueries({ predicate: query => query.queryKey[1] !== 'status' })
      // The sign-in page reads the methods again: turning one off may be what ended the session.
      if (known.user_id === undefined)
        void queries.invalidateQueries({ ...authStatusQuery(), refetchType: 'none' })
      void router.invalidate()
    }
    // The first answers may have come before this was drawn.
    look()
    return session.subscribe(look)
  }, [router, queries, first])
}

/** What the guards go by. */
function accountNow() {
  const user = session.current()?.user
  return { user_id: user?.id, may: user?.permissions.join() }
}

function Failure({ error }: { error: unknown }) {
  const router = useRouter()
  return <FailurePage error={error} onRetry={() => void router.invalidate()} />
}
