import { getMovieGenres, getTvGenres } from '@foyer/contract/discover-screen'
import {
  type ContentPolicy,
  deleteContentPolicy,
  getCertifications,
  getContentPolicy,
  putContentPolicy,
} from '@foyer/contract/kids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The lists change with the years; the server keeps its own copy fresh (C24). */
const LISTS_FRESH_MS = 60 * 60_000

export function certificationsQuery() {
  return queryOptions({
    queryKey: ['kids-policy', 'certifications'],
    queryFn: ({ signal }) => call(getCertifications, {}, { signal }),
    staleTime: LISTS_FRESH_MS,
  })
}

/** What the provider calls its genres; while it cannot be asked, those that everybody knows do. */
export function genresQuery(kind: 'movie' | 'tv') {
  return queryOptions({
    queryKey: ['kids-policy', 'genres', kind],
    queryFn: ({ signal }) => call(kind === 'movie' ? getMovieGenres : getTvGenres, {}, { signal }),
    staleTime: LISTS_FRESH_MS,
    retry: false,
  })
}

const params = (user_id: number) => ({ userID: String(user_id) })

/** Asked only about kids accounts, so that an answer of "none" is a surprise worth showing. */
export function policyQuery(user_id: number) {
  return queryOptions({
    queryKey: ['kids-policy', 'policy', user_id],
    queryFn: ({ signal }) => call(getContentPolicy, { params: params(user_id) }, { signal }),
  })
}

export function useSavePolicy(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ContentPolicy) => call(putContentPolicy, { params: params(user_id), body }),
    onSuccess: saved => {
      queries.setQueryData(policyQuery(user_id).queryKey, saved)
      return queries.invalidateQueries({ queryKey: ['users'] })
    },
  })
}

export function useClearPolicy(user_id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteContentPolicy, { params: params(user_id) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
}
