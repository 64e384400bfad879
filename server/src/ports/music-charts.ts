import type { CatalogArtist, CatalogAsker, CatalogPage } from './music-catalog.ts'

export type ChartPeriod = 'this_week' | 'this_month' | 'this_year'

/** A release group that came out, as the charts provider tells it. */
export interface FreshAlbum {
  foreign_id: string
  title: string
  artist: string
  /** Empty when it does not say who of several is who. */
  artists: CatalogArtist[]
  /** As sent. */
  release_date: string
  primary_type: string | null
}

/** What people listen to. Everything short of an answer throws UpstreamFault. */
export interface MusicCharts {
  /** Release-group ids by rank, twenty entries of the provider a page. Null: it has not counted this yet. */
  popular(period: ChartPeriod, page: number, asker: CatalogAsker): Promise<CatalogPage<string> | null>
  /** All that came out in the `days` up to this one, in the provider's order. */
  newReleases(today: string, days: number, asker: CatalogAsker): Promise<FreshAlbum[]>
}
