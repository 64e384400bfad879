import type { MusicArtistDetail } from '@foyer/contract/discover-music'
import { useInfiniteQuery } from '@tanstack/react-query'
import Disc3 from 'lucide-react/icons/disc-3'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fromServer } from '#lib/base-url.ts'
import { useFormat } from '#lib/i18n.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { QueryGrid } from '#lib/query-grid.tsx'
import { ButtonLink } from '#lib/link.tsx'
import { SiteLinks } from '#lib/site-links.tsx'
import { tintOf } from '#lib/tint.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LongText } from '#ui/long-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Portrait } from '#ui/portrait.tsx'
import { PosterGrid } from '#ui/poster-grid.tsx'
import { Section } from '#ui/section.tsx'
import { byType, unique, yearOf } from './album.ts'
import { AlbumCard } from './album-card.tsx'
import { artistAlbumsQuery } from './api.ts'
import { GenreNames } from './genre-names.tsx'
import { useMusicShelf } from './shelf.ts'
import { musicLinks } from './music-links.ts'

interface ArtistViewProps {
  artist: MusicArtistDetail
  /** Puts the artist on the watchlist. */
  heart?: ReactNode
  /** The library has no album of theirs; false while that is not known. */
  is_absent: boolean
}

export function ArtistView({ artist, heart, is_absent }: ArtistViewProps) {
  const { t } = useTranslation()
  const format = useFormat()
  usePageTitle(artist.name)
  const years = [yearOf(artist.begin_date), yearOf(artist.end_date)]
  const facts = [
    artist.disambiguation,
    artist.type,
    artist.country && countryName(artist.country, format.language),
    years[0] && (years[1] ? `${years[0]}–${years[1]}` : `${years[0]}–`),
  ].filter(Boolean)
  return (
    <article className="flex flex-col gap-6 lg:gap-8">
      <PageHeader
        title={artist.name}
        action={heart}
        links={<SiteLinks links={musicLinks('artist', artist.foreign_id)} />}
        picture={
          artist.image && (
            <Portrait src={fromServer(artist.image)} tint={tintOf(artist.foreign_id)} name={artist.name} />
          )
        }
        text={
          <>
            {facts.join(' · ')}
            {artist.genres.length > 0 && (
              <span className="block">
                <GenreNames names={artist.genres} />
              </span>
            )}
            {is_absent && <span className="mt-2 block">{t('music.artist_absent')}</span>}
          </>
        }
      />
      {artist.overview && <LongText text={artist.overview} />}
      <Discography id={artist.foreign_id} />
    </article>
  )
}

/** The name of the country, if the browser knows the two-letter code; the provider also has codes of its own. */
function countryName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

function Discography({ id }: { id: string }) {
  const { t } = useTranslation()
  const { instance_id } = useMusicShelf()
  const list = useInfiniteQuery(artistAlbumsQuery(id, instance_id))
  const card = (album: Parameters<typeof AlbumCard>[0]['album']) => (
    <AlbumCard key={album.foreign_id} album={album} under="year" />
  )
  return (
    <QueryGrid
      list={list}
      shape="square"
      cards={pages => unique(pages.flatMap(page => page.results)).map(card)}
      renderPages={pages => (
        <div className="flex flex-col gap-8">
          {byType(unique(pages.flatMap(page => page.results))).map(({ type, items }) => (
            <Section key={type} title={t(`music.types.${type}`)}>
              <PosterGrid>{items.map(card)}</PosterGrid>
            </Section>
          ))}
        </div>
      )}
      empty={
        <EmptyState
          icon={<Disc3 />}
          title={t('music.no_albums_title')}
          action={<ButtonLink to="/music/search">{t('music.search_action')}</ButtonLink>}
        >
          {t('music.no_albums')}
        </EmptyState>
      }
    />
  )
}
