import { postTitleNames } from '@foyer/contract/title-names'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './api.ts'
import { type ScreenRef, type Titled, uniqueRefs, withTitles } from './local-titles.ts'
import { createTitleBatch } from './title-batch.ts'

/** Null: the stored title is in the reader's language already, or the reader may not see this one. */
type Name = { title: string } | null

const KEPT_MS = 60 * 60_000
/** The provider may need longer than the server waits for it. */
const ASK_AGAIN_MS = 5_000
const ASKED_AT_MOST = 3

const load = createTitleBatch({
  async send(titles) {
    const items = titles.map(({ media_type, tmdb_id }) => ({ media_type, tmdb_id }))
    const { items: named, complete } = await call(postTitleNames, { body: { items } })
    const known = new Set(named.map(one => `${one.media_type} ${one.tmdb_id}`))
    // Unknown is not absent: those are asked for again.
    const late = complete ? [] : items.filter(one => !known.has(`${one.media_type} ${one.tmdb_id}`))
    return [
      ...named.map(one => ({ ...one, late: false })),
      ...late.map(one => ({ ...one, title: '', late: true })),
    ]
  },
  // After the frame in which a page's rows appear, so that they share one call.
  schedule: work => setTimeout(work, 0),
})

function titleNameQuery({ media_type, tmdb_id }: ScreenRef) {
  return queryOptions({
    queryKey: ['title-names', media_type, tmdb_id],
    queryFn: () => load({ media_type, tmdb_id }),
    staleTime: KEPT_MS,
    // A title in English is good enough.
    retry: false,
    refetchInterval: ({ state }) =>
      state.data?.late && state.dataUpdateCount < ASKED_AT_MOST ? ASK_AGAIN_MS : false,
    select: (found): Name => (found && !found.late ? { title: found.title } : null),
  })
}

/**
 * C58: stored titles are English. The rows as they are, and with titles in the reader's language as soon as those are
 * known; a page neither waits for them nor fails with them.
 */
export function useLocalTitles<T extends Titled>(rows: readonly T[]): readonly T[] {
  const refs = useMemo(() => uniqueRefs(rows), [rows])
  const names = useQueries({ queries: refs.map(titleNameQuery), combine: titlesOf })
  return useMemo(() => withTitles(rows, refs, names), [rows, refs, names])
}

const titlesOf = (names: readonly { data: Name | undefined }[]) => names.map(({ data }) => data?.title)
