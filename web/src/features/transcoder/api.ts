import { getTranscoderActivity, getTranscoderLibraries, getTranscoderStats } from '@foyer/contract/transcoder'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** No event reports progress, so these poll (2:4.11). They pause while the page is hidden. */
const ACTIVITY_MS = 10_000
const COUNTS_MS = 30_000

export function activityQuery(instanceID: string) {
  return queryOptions({
    queryKey: ['transcoder', 'activity', instanceID],
    queryFn: ({ signal }) => call(getTranscoderActivity, { params: { instanceID } }, { signal }),
    staleTime: ACTIVITY_MS,
    refetchInterval: ACTIVITY_MS,
  })
}

export function librariesQuery(instanceID: string) {
  return queryOptions({
    queryKey: ['transcoder', 'libraries', instanceID],
    queryFn: ({ signal }) => call(getTranscoderLibraries, { params: { instanceID } }, { signal }),
  })
}

/** Without a library, for all of them. */
export function countsQuery(instanceID: string, library_id: string | undefined) {
  return queryOptions({
    queryKey: ['transcoder', 'counts', instanceID, library_id ?? ''],
    queryFn: ({ signal }) =>
      call(
        getTranscoderStats,
        { params: { instanceID }, query: library_id === undefined ? {} : { library_id } },
        { signal },
      ),
    refetchInterval: COUNTS_MS,
    // The counts of one library stay visible while those of the next one load.
    placeholderData: keepPreviousData,
  })
}
