import { getTitleStatus, postTitleStatuses } from '@foyer/contract/title-statuses'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { type AskedTitle, createStatusBatch } from './status-batch.ts'

/** As long as the server keeps its own picture of a library (1/3); events shorten it. */
const FRESH_MS = 15_000
/** A library that could not be read is asked again without anybody pressing anything. */
const ASK_AGAIN_MS = 30_000

const load = createStatusBatch({
  async send(titles, instance_id) {
    const items = titles.map(({ media_type, tmdb_id }) => ({ media_type, tmdb_id }))
    return (await call(postTitleStatuses, { body: { items, ...(instance_id && { instance_id }) } })).items
  },
  // After the frame in which the cards of a page appear together.
  schedule: work => setTimeout(work, 0),
})

/** Where one title stands, for its card. Keys go on with the title, so that an event can name it. */
export function cardStatusQuery(title: AskedTitle) {
  return queryOptions({
    queryKey: ['title-status', title.media_type, title.tmdb_id, 'card', title.instance_id ?? null],
    queryFn: () => load(title),
    staleTime: FRESH_MS * 4,
  })
}

/** Where one title stands, with its seasons and every library of its kind, for its page. */
export function titleStatusQuery({ media_type, tmdb_id, instance_id }: AskedTitle) {
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
    refetchInterval: query => (query.state.data?.status_known === false ? ASK_AGAIN_MS : false),
  })
}
