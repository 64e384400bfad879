import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AlbumView } from '#features/music/album-view.tsx'
import { albumQuery } from '#features/music/api.ts'
import { MusicMissing } from '#features/music/music-missing.tsx'
import { useMusicShelf } from '#features/music/shelf.ts'
import { CoverSkeleton, ShelfFailure } from '#lib/shelf-state.tsx'
import { TitleBack } from '../-title-back.tsx'
import { AlbumAction } from './-album-action.tsx'
import { useAlbumDownloads } from './-album-downloads.tsx'

export const Route = createFileRoute('/_app/music/albums/$id')({ component: Album })

function Album() {
  const { id } = Route.useParams()
  const { instance_id } = useMusicShelf()
  const { data, error, isFetching, refetch } = useQuery(albumQuery(id, instance_id))
  const downloads = useAlbumDownloads(data)
  return (
    <div className="flex flex-col gap-2">
      <TitleBack kind="album" />
      {data ? (
        <AlbumView key={id} album={data} action={<AlbumAction album={data} />} downloads={downloads} />
      ) : error ? (
        <ShelfFailure
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          missing={<MusicMissing />}
        />
      ) : (
        <CoverSkeleton shape="aspect-square" />
      )}
    </div>
  )
}
