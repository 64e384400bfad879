import {
  getSettingsChange,
  getSettingsChanges,
  postSettingsChangeRevert,
} from '@foyer/contract/tool-access/settings-changes'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readAgain } from '#lib/read-again.ts'

export function changesQuery() {
  return infiniteQueryOptions({
    queryKey: ['settings-changes', 'list'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(getSettingsChanges, { query: pageParam ? { before_id: String(pageParam) } : {} }, { signal }),
    getNextPageParam: last => last.next_before_id,
  })
}

/** Compared with the library as it is now, so it is read again whenever it is opened. */
export function changeQuery(id: number) {
  return queryOptions({
    queryKey: ['settings-changes', 'one', id],
    queryFn: ({ signal }) => call(getSettingsChange, { params: { id: String(id) } }, { signal }),
    staleTime: 0,
  })
}

export function useRestore() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(postSettingsChangeRevert, { params: { id: String(id) } }),
    onSettled: readAgain(() => queries.invalidateQueries({ queryKey: ['settings-changes'] })),
  })
}
