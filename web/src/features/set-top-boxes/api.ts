import { listSetTopBoxes } from '@foyer/contract/set-top-boxes'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Boxes change rarely, and every title page asks for them. */
const FRESH_MS = 5 * 60_000

export function setTopBoxesQuery() {
  return queryOptions({
    queryKey: ['set-top-boxes', 'list'],
    queryFn: ({ signal }) => call(listSetTopBoxes, {}, { signal }),
    staleTime: FRESH_MS,
    retry: false,
  })
}
