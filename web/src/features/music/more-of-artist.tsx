import { useTranslation } from 'react-i18next'
import { QueryRow } from '#lib/query-row.tsx'
import { unique } from './album.ts'
import { AlbumCard } from './album-card.tsx'
import { artistRowQuery } from './api.ts'
import { useMusicShelf } from './shelf.ts'

interface MoreOfArtistProps {
  id: string
  name: string
  /** The current album, which is left out. */
  except: string
}

export function MoreOfArtist({ id, name, except }: MoreOfArtistProps) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  return (
    <QueryRow
      heading={t('music.more_of', { name })}
      shape="square"
      query={artistRowQuery(id, instance_id)}
      cards={({ results }) =>
        unique(results)
          .filter(album => album.foreign_id !== except)
          .map(album => <AlbumCard key={album.foreign_id} album={album} under="year" />)
      }
    />
  )
}
