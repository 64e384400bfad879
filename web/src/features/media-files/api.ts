import type { MediaType } from '@foyer/contract/instances/instance-types'
import { getTitleFiles, postDownloadTicket } from '@foyer/contract/media-files/media-files'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** Refetched when an event reports new files. */
const FRESH_MS = 60_000

/** A title in one library. */
export interface FilesOf {
  instance_id: string
  media_type: MediaType
  /** Of a movie or show. */
  tmdb_id?: number
  /** Of a book or album, as its page knows it. */
  foreign_id?: string
}

/** All files of a title in one call, for all rows of its page. */
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
    // No automatic retry: people press Retry themselves.
    retry: false,
  })
}

/** Created when pressed, because a link is valid for ten minutes (1:4.13.4). */
export async function fetchTicket(instance_id: string, file_id: number) {
  return call(postDownloadTicket, { body: { instance_id, file_id } })
}
