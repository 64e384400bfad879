import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { includedAiQuery } from '#features/ai-settings/included/api.ts'
import { personRequestsQuery } from '#features/approvals/api.ts'
import { instancesQuery } from '#features/instances/api.ts'
import { asksQuery } from '#features/library-access/api.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { userQuotasQuery } from '#features/quotas/api.ts'
import { librariesQuery, usersQuery } from '#features/users/api.ts'
import { UsersWaiting } from '#features/users/list/users-states.tsx'
import { hasPermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { notificationTexts } from '#lib/texts/notification-texts.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { serverTexts } from '#lib/texts/server-texts.ts'
import { signInTexts } from '#lib/texts/sign-in-texts.ts'
import { userPageTexts } from '#lib/texts/user-page-texts.ts'
import { Page } from '#ui/page.tsx'
import { useHasWaited } from '#ui/use-has-waited.ts'
import { UserPage } from './-user-page.tsx'

/** The name and the first cards do not wait longer for the others. */
const LATE_MS = 1_000

export const Route = createFileRoute('/_app/users/$user_id')({
  loader({ context: { queries }, params }) {
    const user_id = Number(params.user_id)
    void queries.prefetchQuery(usersQuery())
    void queries.prefetchInfiniteQuery(personRequestsQuery(user_id))
    void queries.prefetchQuery(userQuotasQuery(user_id))
    void queries.prefetchQuery(librariesQuery(user_id))
    void queries.prefetchQuery(asksQuery())
    void queries.prefetchQuery(instancesQuery())
    if (hasPermission('credentials:manage')) void queries.prefetchQuery(includedAiQuery())
    return Promise.all([notificationTexts(), serverTexts(), signInTexts(), userPageTexts()])
  },
  component: OneUser,
})

function OneUser() {
  const { t } = useTranslation()
  const { user_id } = Route.useParams()
  const read = useQuery(usersQuery())
  const { data, error } = read
  const user = data?.find(one => String(one.id) === user_id)
  // The first card of the page; limits and libraries, whose height nobody knows before; and which cards there are: all
  // others would make room for them. Accounts are not among them: media servers may take their time.
  const sources = [
    useInfiniteQuery(personRequestsQuery(Number(user_id))),
    useQuery(userQuotasQuery(Number(user_id))),
    useQuery(asksQuery()),
    useQuery(librariesQuery(Number(user_id))),
    useQuery(instancesQuery()),
    useQuery({ ...includedAiQuery(), enabled: hasPermission('credentials:manage') }),
  ]
  const is_reading = sources.some(
    ({ isLoading, failureCount, isFetched }) => isLoading && failureCount === 0 && !isFetched,
  )
  const is_late = useHasWaited(is_reading, LATE_MS)
  const is_waiting = is_reading && !is_late
  usePageTitle(user?.username ?? t('users.title'))
  if (data && !user) return <NotFound />
  return (
    <Page>
      <BackLink to="/users">{t('users.title')}</BackLink>
      {data && user && !is_waiting && <UserPage key={user.id} user={user} everybody={data} />}
      {((!data && !error) || (user && is_waiting)) && <UsersWaiting />}
      {!data && error && <ReadFailure of={read} title={t('users.unreadable')} level={1} />}
    </Page>
  )
}
