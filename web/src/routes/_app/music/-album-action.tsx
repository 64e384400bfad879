import type { MusicAlbum } from '@foyer/contract/discover-music'
import { useQuery } from '@tanstack/react-query'
import { reportableIn } from '#features/issues/report-scope.ts'
import { albumStatusQuery } from '#features/music/library-api.ts'
import { useMusicShelf } from '#features/music/shelf.ts'
import { TitleAction } from '#features/requests/title/title-action.tsx'
import { hasPermission } from '#lib/guard.ts'
import { TitleHeart } from '../-heart.tsx'
import { WithHiding } from '../-title-hiding.tsx'
import { WithTitleTools } from '../-title-tools.tsx'
import { ReportButton, useMayReport, useShownLibrary } from '../-report.tsx'

/** The status button of an album page, which also requests it. */
export function AlbumAction({ album }: { album: MusicAlbum }) {
  const { foreign_id, title: name } = album
  return (
    <WithTitleTools title={{ media_type: 'music', foreign_id, name }}>
      <WithHiding title={{ media_type: 'music', foreign_id, name }}>
        <RequestAlbum album={album} />
      </WithHiding>
    </WithTitleTools>
  )
}

function RequestAlbum({ album }: { album: MusicAlbum }) {
  const { instance_id, usual_id } = useMusicShelf()
  const can_request = hasPermission('media:request')
  const status = useQuery({
    ...albumStatusQuery(album.foreign_id, instance_id),
    enabled: can_request && usual_id !== undefined,
  })
  const libraries = useShownLibrary('music', instance_id ?? usual_id)
  const may_report = useMayReport()
  if (!can_request) return null
  return (
    <TitleAction
      title={{
        media_type: 'music',
        foreign_id: album.foreign_id,
        name: album.title,
        search_term: `${album.artist} ${album.title}`,
        instance_id,
      }}
      answer={status.data}
      error={status.error}
      retrying={status.isFetching}
      onRetry={() => void status.refetch()}
      has_library={usual_id !== undefined}
      others={[]}
      beside={
        <>
          <TitleHeart watched={{ kind: 'album', id: album.foreign_id }} name={album.title} />
          {may_report && (
            <ReportButton
              place="title"
              target={{
                media_type: 'music',
                name: album.title,
                foreign_id: album.foreign_id,
                libraries: reportableIn({
                  media_type: 'music',
                  libraries,
                  answer: status.data,
                  failed: status.isError,
                }),
              }}
            />
          )}
        </>
      }
    />
  )
}
