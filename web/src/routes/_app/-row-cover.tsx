import type { RequestRow } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import BookOpen from 'lucide-react/icons/book-open'
import Disc3 from 'lucide-react/icons/disc-3'
import Film from 'lucide-react/icons/film'
import Tv from 'lucide-react/icons/tv'
import { configQuery } from '#features/app-config/api.ts'
import { coverUrl } from '#features/books/cards/cover.ts'
import { digestQuery } from '#features/books/shelf/library-api.ts'
import { sourcesOf } from '#features/discover-screen/cards/images.ts'
import { artworkOf } from '#features/music/album.ts'
import { fromServer } from '#lib/base-url.ts'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'

const ICONS = { movie: Film, tv: Tv, book: BookOpen, music: Disc3 } as const

interface RowCoverProps {
  row: Pick<RequestRow, 'media_type' | 'foreign_id' | 'instance_id' | 'poster_path'>
  className: string
}

/** The poster, cover or album art of a request; an icon of its type if there is none. */
export function RowCover({ row, className }: RowCoverProps) {
  const { media_type, foreign_id } = row
  const Icon = ICONS[media_type]
  const is_screen = media_type === 'movie' || media_type === 'tv'
  return (
    <Picture
      alt=""
      src={useSource(row)}
      fit={is_screen ? 'cover' : 'contain'}
      tint={foreign_id && tintOf(foreign_id)}
      className={className}
      fallback={<Icon aria-hidden className="size-5" />}
    />
  )
}

/** The address of the cover. */
export function useSource({ media_type, foreign_id, instance_id, poster_path }: RowCoverProps['row']) {
  const { data: config } = useQuery(configQuery())
  // One library read provides the covers of all rows; a book not in the library yet has none.
  const shelf = useQuery({ ...digestQuery(instance_id), enabled: media_type === 'book' })
  if (media_type === 'book') return coverUrl(foreign_id && shelf.data?.find(foreign_id)?.cover)
  if (media_type === 'music')
    return artworkOf(foreign_id && `/api/discover/music/artwork/${foreign_id}`, instance_id)
  return sourcesOf(config && fromServer(config.image_base_url), poster_path, 'poster', 'season')?.src
}
