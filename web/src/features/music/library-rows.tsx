import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { QueryRow } from '#lib/query-row.tsx'
import { AlbumCard } from './album-card.tsx'
import { ArtistCard } from './artist-card.tsx'
import { libraryArtistsQuery, recentQuery } from './library-api.ts'
import { useMusicShelf } from './shelf.ts'

const SHOWN = 20

/** The latest additions. */
export function RecentRow() {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  return (
    <QueryRow
      heading={t('music.recent')}
      shape="square"
      query={recentQuery(instance_id)}
      cards={({ items }) =>
        items.map(item => (
          <AlbumCard
            key={item.album_id}
            album={{ ...item, foreign_id: item.foreign_album_id, artwork: item.cover }}
          />
        ))
      }
    />
  )
}

/** The artists with the most albums. */
export function ArtistsRow() {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const heading = t('music.artists')
  return (
    <QueryRow
      heading={heading}
      shape="square"
      query={libraryArtistsQuery('albums', instance_id)}
      cards={({ artists }) =>
        artists
          .slice(0, SHOWN)
          .map(artist => (
            <ArtistCard
              key={artist.foreign_artist_id}
              id={artist.foreign_artist_id}
              name={artist.name}
              image={artist.image}
              detail={t('music.albums_there', { have: artist.available_count, count: artist.album_count })}
            />
          ))
      }
      action={
        <ButtonLink
          to="/music/artists"
          variant="ghost"
          size="sm"
          aria-label={t('discover.see_all_of', { heading })}
        >
          {t('discover.see_all')}
        </ButtonLink>
      }
    />
  )
}
