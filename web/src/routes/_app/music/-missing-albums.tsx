import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { unique } from '#features/music/album.ts'
import { markOf } from '#features/music/album-mark.ts'
import { artistAlbumsQuery } from '#features/music/api.ts'
import { digestQuery } from '#features/music/library-api.ts'
import { useMusicShelf } from '#features/music/shelf.ts'
import { RequestMissing } from '#features/requests/request-missing.tsx'
import { hasPermission } from '#lib/guard.ts'

/** Requests several albums of an artist that the library lacks; the dialog reads the whole discography. */
export function MissingAlbums({ id }: { id: string }) {
  const { instance_id, usual_id } = useMusicShelf()
  const list = useInfiniteQuery(artistAlbumsQuery(id, instance_id))
  const { hasNextPage, isFetching, error, fetchNextPage } = list
  const onRead = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])
  const { data: digest } = useQuery({ ...digestQuery(instance_id), enabled: usual_id !== undefined })
  if (!digest || !list.data || !hasPermission('media:request')) return null
  const missing = unique(list.data.pages.flatMap(page => page.results)).filter(
    ({ foreign_id }) => (markOf(digest.get(foreign_id))?.status ?? 'unavailable') === 'unavailable',
  )
  return (
    <RequestMissing
      titles={missing.map(({ foreign_id, title, artist }) => ({
        media_type: 'music',
        foreign_id,
        name: title,
        search_term: `${artist} ${title}`,
        instance_id,
      }))}
      library={instance_id ?? usual_id}
      rest={hasNextPage ? { loading: isFetching, error, onRead } : undefined}
    />
  )
}
