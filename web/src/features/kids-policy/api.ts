import { getMovieGenres, getTvGenres } from '@foyer/contract/discover-screen/discover-screen'
import {
  type ContentPolicy,
  deleteContentPolicy,
  getCertifications,
  getContentPolicy,
  putContentPolicy,
} from '@foyer/contract/kids'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Ratings rarely change; the server keeps its own copy up to date (C24). */
const LISTS_FRESH_MS = 60 * 60_000

export function certificationsQuery() {
  return queryOptions({
    queryKey: ['kids-policy', 'certifications'],
    queryFn: ({ signal }) => call(getCertifications, {}, { signal }),
    staleTime: LISTS_FRESH_MS,
  })
}

/** The provider's genre names; while it cannot be reached, built-in ones. */
export function genresQuery(kind: 'movie' | 'tv') {
  return queryOptions({
    queryKey: ['kids-policy', 'genres', kind],
    queryFn: ({ signal }) => call(kind === 'movie' ? getMovieGenres : getTvGenres, {}, { signal }),
    staleTime: LISTS_FRESH_MS,
    retry: false,
  })
}

const params = (user_id: number) => ({ userID: String(user_id) })

/** Only loaded for kids accounts, so "none" is an error worth showing. */
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
