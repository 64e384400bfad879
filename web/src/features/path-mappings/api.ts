import type { PathMapping } from '@foyer/contract/instances/instances'
import { postMappingCoverage } from '@foyer/contract/media-files/media-files'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The coverage of unsaved mappings. The server reads the library for it at most once a minute. */
export function coverageQuery(id: string, mappings: readonly PathMapping[]) {
  return queryOptions({
    queryKey: ['path-mappings', 'coverage', id, mappings],
    queryFn: ({ signal }) =>
      call(postMappingCoverage, { params: { id }, body: { media_path_mappings: [...mappings] } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}
