import { postTitleNames } from '@foyer/contract/title-names'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from './api.ts'
import { createTitleBatch } from './title-batch.ts'

interface ScreenRef {
  media_type: 'movie' | 'tv'
  tmdb_id: number
}

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

interface Titled {
  media_type?: string | undefined
  tmdb_id?: number | undefined
  title?: string | undefined
  /** C69: the requester named it; that is quoted as it is. */
  title_unverified?: true | undefined
}

function refOf({ media_type, tmdb_id, title_unverified }: Titled): ScreenRef[] {
  const is_screen = media_type === 'movie' || media_type === 'tv'
  return is_screen && tmdb_id !== undefined && !title_unverified ? [{ media_type, tmdb_id }] : []
}

const keyOf = ({ media_type, tmdb_id }: Titled) => `${media_type} ${tmdb_id}`

/**
 * C58: stored titles are English. The rows as they are, and with titles in the reader's language as soon as those are
 * known; a page neither waits for them nor fails with them.
 */
export function useLocalTitles<T extends Titled>(rows: readonly T[]): readonly T[] {
  const refs = useMemo(() => uniqueRefs(rows), [rows])
  const names = useQueries({ queries: refs.map(titleNameQuery), combine: titlesOf })
  return useMemo(() => {
    const known = new Map(refs.map((ref, i) => [keyOf(ref), names[i]]))
    return rows.map(row => {
      const title = row.title_unverified ? undefined : known.get(keyOf(row))
      return title === undefined || title === row.title ? row : { ...row, title }
    })
  }, [rows, refs, names])
}

const uniqueRefs = (rows: readonly Titled[]) => [
  ...new Map(rows.flatMap(refOf).map(ref => [keyOf(ref), ref])).values(),
]

const titlesOf = (names: readonly { data: Name | undefined }[]) => names.map(({ data }) => data?.title)
