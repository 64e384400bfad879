import { getListen } from '@foyer/contract/media-servers/listen'
import { getWatch } from '@foyer/contract/media-servers/watch'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

export interface WatchedTitle {
  media_type: 'movie' | 'tv'
  tmdb_id: number
  tvdb_id?: number | undefined
  title: string
  /** Four digits. */
  year?: string | undefined
}

export interface ListenedBook {
  /** The book library that has it. */
  instance_id: string
  foreign_book_id: string
}

export function watchQuery(title: WatchedTitle) {
  const { media_type, tmdb_id, tvdb_id, year } = title
  return queryOptions({
    queryKey: ['media-servers', 'watch', media_type, tmdb_id],
    queryFn: ({ signal }) =>
      call(
        getWatch,
        {
          query: {
            media_type,
            tmdb_id: String(tmdb_id),
            title: title.title,
            ...(tvdb_id !== undefined && { tvdb_id: String(tvdb_id) }),
            ...(year !== undefined && { year }),
          },
        },
        { signal },
      ),
    // Each answer asks every server, so a failure is retried by hand only.
    retry: false,
  })
}

export function listenQuery({ instance_id, foreign_book_id }: ListenedBook) {
  return queryOptions({
    queryKey: ['media-servers', 'listen', instance_id, foreign_book_id],
    queryFn: ({ signal }) => call(getListen, { query: { instance_id, foreign_book_id } }, { signal }),
    retry: false,
  })
}
