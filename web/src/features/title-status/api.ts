import { getTitleStatus, postTitleStatuses } from '@foyer/contract/title-statuses'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { type TitleRef, createTitleBatch } from '#lib/title-batch.ts'

/** As long as the server caches a library (1/3); events refetch it earlier. */
const FRESH_MS = 15_000
/** A library that could not be read is retried automatically. */
const RETRY_UNKNOWN_MS = 30_000

const load = createTitleBatch({
  async send(titles, instance_id) {
    const items = titles.map(({ media_type, tmdb_id }) => ({ media_type, tmdb_id }))
    return (await call(postTitleStatuses, { body: { items, ...(instance_id && { instance_id }) } })).items
  },
  // After the frame in which a page's cards appear, so that they share one call.
  schedule: work => setTimeout(work, 0),
})

/** The status of a title for its card. The key contains the title, so that an event can address it. */
export function cardStatusQuery(title: TitleRef) {
  return queryOptions({
    queryKey: ['title-status', title.media_type, title.tmdb_id, 'card', title.instance_id ?? null],
    queryFn: () => load(title),
    staleTime: FRESH_MS * 4,
  })
}

/** The status of a title with its seasons and all libraries of its type, for its page. */
export function titleStatusQuery({ media_type, tmdb_id, instance_id }: TitleRef) {
  return queryOptions({
    queryKey: ['title-status', media_type, tmdb_id, 'page', instance_id ?? null],
    queryFn: ({ signal }) =>
      call(
        getTitleStatus,
        {
          params: { tmdb_id: String(tmdb_id) },
          query: { media_type, ...(instance_id && { instance_id }) },
        },
        { signal },
      ),
    staleTime: FRESH_MS,
    refetchInterval: query => (query.state.data?.status_known === false ? RETRY_UNKNOWN_MS : false),
  })
}
