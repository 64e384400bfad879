import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#features/app-config/api.ts'
import { DownloadFiles } from '#features/media-files/download-files.tsx'
import { RowDownload } from '#features/media-files/row-download.tsx'
import { useMusicShelf } from '#features/music/shelf.ts'
import { librariesFor } from '#lib/libraries.ts'

/** The downloads of an album: one list, and a button per track. Undefined if its library does not allow downloads. */
export function useAlbumDownloads(album: { foreign_id: string; title: string } | undefined) {
  const { data: config } = useQuery(configQuery())
  const { instance_id, usual_id } = useMusicShelf()
  const at = instance_id ?? usual_id
  const library = librariesFor(config, 'music').find(({ id }) => id === at)
  if (!album || !library?.media_downloads) return undefined
  const of = { instance_id: library.id, media_type: 'music', foreign_id: album.foreign_id } as const
  return {
    album: <DownloadFiles of={of} heading={album.title} />,
    track: (file_id: number) => <RowDownload of={of} find={file => file.file_id === file_id} />,
  }
}
