import type { MediaType } from '@foyer/contract/instance-types'
import { getTitleFiles, postDownloadTicket } from '@foyer/contract/media-files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** The library is asked again by itself when an event says that something arrived. */
const FRESH_MS = 60_000

/** Whose files: a title in one library. */
export interface FilesOf {
  instance_id: string
  media_type: MediaType
  /** Of a movie or show. */
  tmdb_id?: number
  /** Of a book or album, as its page knows it. */
  foreign_id?: string
}

/** Every file of a title in one call, whichever rows of its page then speak of one of them. */
export function filesQuery({ instance_id, media_type, tmdb_id, foreign_id }: FilesOf) {
  return queryOptions({
    queryKey: ['media-files', media_type, tmdb_id ?? foreign_id ?? null, instance_id],
    queryFn: async ({ signal }) =>
      (
        await call(
          getTitleFiles,
          {
            query: {
              instance_id,
              media_type,
              ...(tmdb_id !== undefined && { tmdb_id: String(tmdb_id) }),
              ...(foreign_id !== undefined && { foreign_id }),
            },
          },
          { signal },
        )
      ).files,
    staleTime: FRESH_MS,
    // The library is told to be silent at once; people press Retry themselves.
    retry: false,
  })
}

/** A link is made at the press, because it lasts ten minutes from then (1:4.13.4). */
export async function fetchTicket(instance_id: string, file_id: number) {
  return call(postDownloadTicket, { body: { instance_id, file_id } })
}
