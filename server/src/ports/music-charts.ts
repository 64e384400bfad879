import type { CatalogArtist, CatalogCaller, CatalogPage } from './music-catalog.ts'

export type ChartPeriod = 'this_week' | 'this_month' | 'this_year'

/** A newly released release group from the charts provider. */
export interface FreshAlbum {
  foreign_id: string
  title: string
  artist: string
  /** Empty when the provider does not map several names to ids. */
  artists: CatalogArtist[]
  /** Verbatim. */
  release_date: string
  primary_type: string | null
}

/** Listening statistics. Throws UpstreamFault if there is no usable answer. */
export interface MusicCharts {
  /**
   * Release-group ids by rank, twenty of the provider's entries per page. Null: it has no statistics for this
   * period yet.
   */
  popular(period: ChartPeriod, page: number, caller: CatalogCaller): Promise<CatalogPage<string> | null>
  /** Everything released in the `days` up to and including `today`, in the provider's order. */
  newReleases(today: string, days: number, caller: CatalogCaller): Promise<FreshAlbum[]>
}
