import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { unique, yearOf } from '#features/music/album.ts'
import { markOf } from '#features/music/album-mark.ts'
import { artistAlbumsQuery } from '#features/music/api.ts'
import { digestQuery } from '#features/music/library-api.ts'
import { useMusicShelf } from '#features/music/shelf.ts'
import { RequestMissing } from '#features/requests/ask/request-missing.tsx'
import { hasPermission } from '#lib/guard.ts'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { useNextPage } from '#lib/next-page.ts'

/** Requests several albums of an artist that the library lacks; the dialog reads the whole discography. */
export function MissingAlbums({ id }: { id: string }) {
  const { instance_id, usual_id } = useMusicShelf()
  const list = useInfiniteQuery(artistAlbumsQuery(id, instance_id))
  const { hasNextPage, isFetching, error } = list
  const { readMore: onRead } = useNextPage(list)
  const library = useQuery({ ...digestQuery(instance_id), enabled: usual_id !== undefined })
  if (!hasPermission('media:request') || !list.data) return null
  const digest = library.data
  // Unknown is not missing: the dialog says so, and reads it again.
  if (!digest)
    return (
      // The error is gone while it is read again, but not the dialog that asked for it.
      isUnreadable(library) && (
        <RequestMissing
          titles={[]}
          library={instance_id ?? usual_id}
          rest={{
            loading: library.fetchStatus !== 'idle',
            error: library.error,
            onRead: () => void library.refetch(),
          }}
        />
      )
    )
  const missing = unique(list.data.pages.flatMap(page => page.results)).filter(
    ({ foreign_id }) => (markOf(digest.get(foreign_id))?.status ?? 'unavailable') === 'unavailable',
  )
  return (
    <RequestMissing
      titles={missing.map(({ foreign_id, title, artist, release_date }) => ({
        media_type: 'music',
        foreign_id,
        name: title,
        year: yearOf(release_date),
        search_term: `${artist} ${title}`,
        instance_id,
      }))}
      library={instance_id ?? usual_id}
      rest={hasNextPage ? { loading: isFetching, error, onRead } : undefined}
    />
  )
}
