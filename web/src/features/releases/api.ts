import { deleteCalendarFeed, getCalendarFeed, getReleases, postCalendarFeed } from '@foyer/contract/releases'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import type { Span } from './calendar-days.ts'

export function releasesQuery({ start, end }: Span) {
  return queryOptions({
    queryKey: ['releases', 'list', start, end],
    queryFn: ({ signal }) => call(getReleases, { query: { start, end } }, { signal }),
    // The current days stay visible while the next ones load.
    placeholderData: keepPreviousData,
  })
}

export function calendarFeedQuery() {
  return queryOptions({
    queryKey: ['releases', 'feed'],
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { signal }),
  })
}

/** The link is only in this answer: it is shown once and not stored. */
export function useMakeFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postCalendarFeed, {}),
    onSuccess: ({ active, created_at }) =>
      queries.setQueryData(calendarFeedQuery().queryKey, { active, created_at }),
  })
}

export function useRevokeFeed() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteCalendarFeed, {}),
    onSuccess: () => queries.setQueryData(calendarFeedQuery().queryKey, { active: false }),
  })
}
