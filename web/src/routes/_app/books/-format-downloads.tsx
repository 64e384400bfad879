import type { TitleFile } from '@foyer/contract/media-files/media-files'
import type { BookFormat } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import type { OneFormat } from '#features/books/title/format-states.ts'
import { useBookShelf } from '#features/books/shelf/shelf.ts'
import { DownloadFiles } from '#features/media-files/download-files.tsx'
import { librariesFor } from '#lib/libraries.ts'

interface DownloadedBook {
  /** The library's id. */
  foreign_id: string
  name: string
}

/** The download of each available format; null if the library does not allow downloads. */
export function useFormatDownloads({ foreign_id, name }: DownloadedBook, states: readonly OneFormat[]) {
  const { t } = useTranslation()
  const { data: config } = useQuery(configQuery())
  const { instance_id, usual_id } = useBookShelf()
  const at = instance_id ?? usual_id
  const library = librariesFor(config, 'book').find(({ id }) => id === at)
  const there = states.filter(({ status }) => status === 'available').map(({ format }) => format)
  return (format: BookFormat) => {
    if (!library?.media_downloads || !there.includes(format)) return null
    // A file without a format belongs to the only format that is available.
    const isOf = (file: TitleFile) => (file.format ?? (there.length === 1 ? format : undefined)) === format
    return (
      <DownloadFiles
        of={{ instance_id: library.id, media_type: 'book', foreign_id }}
        pick={isOf}
        heading={`${name} · ${t(`requests.format.${format}`)}`}
      />
    )
  }
}
