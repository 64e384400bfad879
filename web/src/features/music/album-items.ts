import type { MusicItem } from '@foyer/contract/discover-music'
import Disc3 from 'lucide-react/icons/disc-3'
import MicVocal from 'lucide-react/icons/mic-vocal'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type SearchItem, useGoTo } from '#lib/search-item.ts'
import { isNamed } from '#ui/palette-order.ts'
import { artworkOf, unique, yearOf } from './album.ts'

/** Albums that a search found, and those of their artists whom the text names. */
export function useAlbumItems() {
  const { t } = useTranslation()
  const goTo = useGoTo()
  return useCallback(
    (items: readonly MusicItem[], query: string): { albums: SearchItem[]; artists: SearchItem[] } => ({
      albums: unique(items).map(album => ({
        id: `album-${album.foreign_id}`,
        label: album.title,
        keywords: [album.artist],
        hint: [t('search.kind.album'), album.artist, yearOf(album.release_date)].filter(Boolean).join(' · '),
        icon: Disc3,
        picture: artworkOf(album.artwork, undefined),
        ...goTo({ to: '/music/albums/$id', params: { id: album.foreign_id } }),
      })),
      artists: artistsOf(items)
        .filter(({ name }) => isNamed(name, query))
        .map(artist => ({
          id: `artist-${artist.foreign_id}`,
          label: artist.name,
          hint: [t('search.kind.artist'), artist.disambiguation].filter(Boolean).join(' · '),
          icon: MicVocal,
          ...goTo({ to: '/music/artists/$id', params: { id: artist.foreign_id } }),
        })),
    }),
    [t, goTo],
  )
}

/** The artists of these albums, each once. */
export function artistsOf(items: readonly MusicItem[]) {
  return unique(items.flatMap(({ artists }) => artists))
}
