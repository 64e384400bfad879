import { useQuery } from '@tanstack/react-query'
import MicVocal from 'lucide-react/icons/mic-vocal'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { GridSkeleton } from '#lib/query-grid.tsx'
import { ReadFailure } from '#lib/read-failure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { ArtistCard } from './artist-card.tsx'
import type { ArtistSort } from './artist-sort.ts'
import { libraryArtistsQuery } from './library-api.ts'
import { useMusicShelf } from './shelf.ts'

/** Artists of the library; the server returns the first part of a long list and the total. */
export function ArtistGrid({ sort }: { sort: ArtistSort }) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const read = useQuery(libraryArtistsQuery(sort, instance_id))
  const { data, error } = read
  if (!data)
    return error ? <ReadFailure of={read} title={t('discover.failed')} /> : <GridSkeleton shape="square" />
  if (data.artists.length === 0)
    return (
      <EmptyState
        icon={<MicVocal />}
        title={t('music.no_artists_title')}
        action={<ButtonLink to="/music/search">{t('music.search_action')}</ButtonLink>}
      >
        {t('music.no_artists')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6">
      <PosterGrid>
        {data.artists.map(artist => (
          <ArtistCard
            key={artist.foreign_artist_id}
            id={artist.foreign_artist_id}
            name={artist.name}
            image={artist.image}
            detail={t('music.albums_there', { have: artist.available_count, count: artist.album_count })}
          />
        ))}
      </PosterGrid>
      {data.total > data.artists.length && (
        <p className="text-center text-sm text-muted">
          {t('music.first_of', { shown: data.artists.length, count: data.total })}
        </p>
      )}
    </div>
  )
}
