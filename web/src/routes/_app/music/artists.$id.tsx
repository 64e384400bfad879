import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { artistQuery } from '#features/music/api.ts'
import { digestQuery } from '#features/music/library-api.ts'
import { ArtistView } from '#features/music/artist-view.tsx'
import { MusicMissing } from '#features/music/music-missing.tsx'
import { useMusicShelf } from '#features/music/shelf.ts'
import { GridSkeleton } from '#lib/query-grid.tsx'
import { ShelfFailure } from '#lib/shelf-state.tsx'
import { TitleHeart } from '../-heart.tsx'
import { TitleBack } from '../-title-back.tsx'
import { MissingAlbums } from './-missing-albums.tsx'

export const Route = createFileRoute('/_app/music/artists/$id')({ component: Artist })

function Artist() {
  const { id } = Route.useParams()
  const { instance_id, usual_id } = useMusicShelf()
  const { data, error, isFetching, refetch } = useQuery(artistQuery(id, instance_id))
  const library = useQuery({ ...digestQuery(instance_id), enabled: usual_id !== undefined })
  const albums = library.data && [...library.data.values()]
  const ids = [id, data?.foreign_id]
  return (
    <div className="flex flex-col gap-2">
      <TitleBack kind="artist" />
      {data ? (
        <ArtistView
          key={id}
          artist={data}
          is_absent={albums?.every(album => !ids.includes(album.foreign_artist_id)) ?? false}
          heart={
            <div className="flex flex-wrap items-center gap-3">
              <MissingAlbums id={id} />
              <TitleHeart watched={{ kind: 'artist', id }} name={data.name} />
            </div>
          }
        />
      ) : error ? (
        <ShelfFailure
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
          missing={<MusicMissing />}
        />
      ) : (
        <GridSkeleton shape="square" />
      )}
    </div>
  )
}
