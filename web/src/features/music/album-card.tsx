import type { MusicItem } from '@foyer/contract/discover-music'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WithHeart } from '#lib/card-heart.tsx'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { tintOf } from '#lib/tint.ts'
import { SquareCard } from '#ui/square-card.tsx'
import { artworkOf, yearOf } from './album.ts'
import { markOf, UNKNOWN } from './album-mark.ts'
import { digestQuery } from './library-api.ts'
import { useMusicShelf } from './shelf.ts'

const SquareLink = createLink(SquareCard)

type CardAlbum = Pick<MusicItem, 'foreign_id' | 'title' | 'artist' | 'release_date'> & {
  release_type?: MusicItem['release_type'] | undefined
  artwork?: string | null | undefined
}

interface AlbumCardProps {
  album: CardAlbum
  /** On the artist's own page, show the year instead of the name. */
  under?: 'artist' | 'year'
}

/** An album linked to its page, with its status mark. */
export function AlbumCard({ album, under = 'artist' }: AlbumCardProps) {
  const { t } = useTranslation()
  const { instance_id, usual_id, cardAction } = useMusicShelf()
  const library = useQuery({
    ...digestQuery(instance_id),
    enabled: usual_id !== undefined,
  })
  const mark = isUnreadable(library) ? UNKNOWN : markOf(library.data?.get(album.foreign_id))
  const kind =
    album.release_type && album.release_type !== 'Album' ? t(`music.type.${album.release_type}`) : undefined
  const detail = under === 'artist' ? [album.artist, kind] : [yearOf(album.release_date), kind]
  const card = (
    <SquareLink
      to="/music/albums/$id"
      params={{ id: album.foreign_id }}
      title={album.title}
      detail={detail.filter(Boolean).join(' · ') || undefined}
      src={artworkOf(album.artwork, instance_id)}
      tint={tintOf(album.foreign_id)}
      status={mark?.status}
      facts={mark?.facts}
    />
  )
  const is_open = library.data !== undefined && (mark?.status ?? 'unavailable') === 'unavailable'
  const action = is_open ? cardAction({ foreign_id: album.foreign_id, name: album.title }) : null
  return (
    <WithHeart
      card={card}
      action={action}
      watched={{ kind: 'album', id: album.foreign_id }}
      name={album.title}
    />
  )
}
