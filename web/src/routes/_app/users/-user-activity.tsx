import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { closedIssuesQuery, FIRST_CLOSED, openIssuesQuery } from '#features/admin-issues/api.ts'
import { personRequestsQuery } from '#features/approvals/api.ts'
import { devicesQuery } from '#features/devices/api.ts'
import { activityOf } from '#features/users/user/activity.ts'
import { ActivityCard } from '#features/users/user/activity-card.tsx'
import { useLocalTitles } from '#lib/title-names.ts'

const SHOWN = 8

/** Recent activity of one person, from the lists that the server already has. */
export function UserActivity({ user_id }: { user_id: number }) {
  const devices = useInfiniteQuery(devicesQuery({ user_id }))
  const requests = useInfiniteQuery(personRequestsQuery(user_id))
  const open = useQuery(openIssuesQuery())
  const closed = useQuery(closedIssuesQuery(FIRST_CLOSED))
  const sources = [devices, requests, open, closed]
  const is_waiting = sources.some(({ data, error }) => !data && !error)
  const issues = [...(open.data?.issues ?? []), ...(closed.data?.issues ?? [])]
  const known = {
    devices: devices.data?.pages[0]?.sessions ?? [],
    // Loading more of them must not change what is recent.
    requests: useLocalTitles(requests.data?.pages[0]?.requests ?? []),
    issues: useLocalTitles(issues.filter(issue => issue.reporter_id === user_id)),
  }
  return (
    <ActivityCard
      activity={is_waiting ? undefined : activityOf(user_id, known, SHOWN)}
      incomplete={sources.some(({ data, error }) => !data && error !== null)}
    />
  )
}
