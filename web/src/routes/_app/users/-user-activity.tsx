import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { closedIssuesQuery, FIRST_CLOSED, openIssuesQuery } from '#features/admin-issues/api.ts'
import { personRequestsQuery } from '#features/approvals/api.ts'
import { devicesQuery } from '#features/devices/api.ts'
import { activityOf } from '#features/users/user/activity.ts'
import { ActivityCard } from '#features/users/user/activity-card.tsx'
import { useLocalTitles } from '#lib/title-names.ts'

const SHOWN = 8

/** Recent activity of one person, from the lists that the server already has. */
export function UserActivity({ user_id, device_count }: { user_id: number; device_count: number }) {
  const devices = useInfiniteQuery(devicesQuery({ user_id }))
  const requests = useInfiniteQuery(personRequestsQuery(user_id))
  const open = useQuery(openIssuesQuery())
  const closed = useQuery(closedIssuesQuery(FIRST_CLOSED))
  const sources = [devices, requests, open, closed]
  // What has failed once is not waited for again: the rest stays while it is read once more.
  const is_waiting = sources.some(({ isFetched }) => !isFetched)
  const unread = sources.filter(({ data, isFetched }) => !data && isFetched)
  const issues = [...(open.data?.issues ?? []), ...(closed.data?.issues ?? [])]
  const known = {
    devices: devices.data?.pages[0]?.sessions ?? [],
    // Loading more of them must not change what is recent.
    requests: useLocalTitles(requests.data?.pages[0]?.requests ?? []),
    issues: useLocalTitles(issues.filter(issue => issue.reporter_id === user_id)),
  }
  // The requests are there first, and how many devices: nearly all of it.
  const expected = activityOf(user_id, { ...known, devices: [], issues: [] }, SHOWN).length + device_count
  return (
    <ActivityCard
      expected={Math.min(expected, SHOWN)}
      activity={is_waiting ? undefined : activityOf(user_id, known, SHOWN)}
      incomplete={unread.length > 0}
      retrying={unread.some(({ isFetching }) => isFetching)}
      onRetry={() => {
        for (const { refetch } of unread) void refetch()
      }}
    />
  )
}
