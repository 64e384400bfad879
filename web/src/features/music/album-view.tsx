import type { MusicAlbum } from '@foyer/contract/discover-music'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { SiteLinks } from '#lib/site-links.tsx'
import { tintOf } from '#lib/tint.ts'
import { Picture } from '#ui/picture.tsx'
import { artworkOf, yearOf } from './album.ts'
import { GenreNames } from './genre-names.tsx'
import { MoreOfArtist } from './more-of-artist.tsx'
import { useMusicShelf } from './shelf.ts'
import { musicLinks } from './music-links.ts'
import { type TrackDownloads, TrackList } from './track-list.tsx'

interface AlbumViewProps {
  album: MusicAlbum
  /** The album's actions. */
  action: ReactNode
  downloads?: TrackDownloads | undefined
}

/** A full date is formatted; a month or year is shown as it is. */
function useReleased(date: string | undefined): string | undefined {
  const format = useFormat()
  return date && /^\d{4}-\d{2}-\d{2}$/.test(date) ? format.date(`${date}T12:00:00`) : date
}

export function AlbumView({ album, action, downloads }: AlbumViewProps) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const released = useReleased(album.release_date)
  usePageTitle(`${album.title} · ${album.artist}`)
  const format = useFormat()
  const { rating } = album
  const marks = [
    t(`music.type.${album.release_type}`),
    ...album.secondary_types,
    released,
    rating && t('music.rating', { rating: format.number(Math.round(rating.value * 10) / 10) }),
  ].filter(Boolean)
  const [first] = album.artists
  return (
    <article className="flex flex-col gap-8 lg:gap-10">
      <header className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-5 sm:grid-cols-[13rem_minmax(0,1fr)] sm:grid-rows-[1fr_auto] sm:gap-x-8 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Picture
          eager
          alt=""
          src={artworkOf(album.artwork, instance_id)}
          tint={tintOf(album.foreign_id)}
          className="aspect-square self-start rounded-card shadow-float ring-1 ring-line ring-inset sm:row-span-2"
          fallback={<span className="line-clamp-4 text-sm font-medium">{album.title}</span>}
        />
        <div className="flex min-w-0 flex-col gap-2 self-end sm:gap-3">
          <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">
            {album.title}
            {yearOf(album.release_date) && (
              <span className="font-normal text-muted"> {yearOf(album.release_date)}</span>
            )}
          </h1>
          {album.disambiguation && <p className="text-sm text-muted">{album.disambiguation}</p>}
          <Credits album={album} />
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {marks.map(mark => (
              <span key={mark}>{mark}</span>
            ))}
          </p>
          {album.genres.length > 0 && (
            <p className="text-sm text-muted">
              <GenreNames names={album.genres} />
            </p>
          )}
          <SiteLinks links={musicLinks('release-group', album.foreign_id)} />
        </div>
        <div className="col-span-full empty:hidden sm:col-span-1 sm:col-start-2">{action}</div>
      </header>
      <TrackList album_id={album.foreign_id} downloads={downloads} />
      {first && <MoreOfArtist id={first.foreign_id} name={first.name} except={album.foreign_id} />}
    </article>
  )
}

/** All credited artists, each linked to their page. */
function Credits({ album }: Pick<AlbumViewProps, 'album'>) {
  const { t } = useTranslation()
  if (album.artists.length === 0) return <p>{album.artist}</p>
  return (
    <ul aria-label={t('music.credits')} className="flex flex-wrap gap-x-4 wrap-anywhere">
      {album.artists.map(artist => (
        <li key={artist.foreign_id} className="flex min-h-6 flex-wrap items-baseline gap-x-2">
          <Link
            to="/music/artists/$id"
            params={{ id: artist.foreign_id }}
            className="rounded-control font-medium underline decoration-line underline-offset-4 hover:decoration-current"
          >
            {artist.name}
          </Link>
          {artist.disambiguation && <span className="text-sm text-muted">{artist.disambiguation}</span>}
        </li>
      ))}
    </ul>
  )
}
