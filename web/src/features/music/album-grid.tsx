import type { MusicFeed } from '@foyer/contract/discover-music'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryGrid } from '#lib/query-grid.tsx'
import { unique } from './album.ts'
import { AlbumCard } from './album-card.tsx'

interface AlbumGridProps {
  list: UseInfiniteQueryResult<InfiniteData<MusicFeed>>
  empty: ReactNode
}

/** A paged list of albums without duplicates (1:4.3 rule 2). */
export function AlbumGrid({ list, empty }: AlbumGridProps) {
  return (
    <QueryGrid
      list={list}
      shape="square"
      cards={pages =>
        unique(pages.flatMap(page => page.results)).map(album => (
          <AlbumCard key={album.foreign_id} album={album} />
        ))
      }
      empty={empty}
    />
  )
}
