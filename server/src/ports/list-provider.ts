export type ListType = 'movies' | 'shows'

export interface ListPaging {
  page: number
  limit: number
}

/** What the provider said about the page; a header that it did not send is absent. */
export type ListPagination = Readonly<Record<string, string>>

/** The provider's own JSON array, byte for byte, after its shape was checked. */
export interface ListAnswer {
  bytes: Buffer
  /** `x-pagination-…` headers, ready to be sent on. */
  pagination: ListPagination
}

/** A title of a trending page in our words. */
export interface TrendingTitle {
  /** Null: the metadata provider does not know it. */
  tmdb_id: number | null
  title: string
  overview: string
  /** `2026-09-18`, or empty while nobody knows. */
  date: string
  /** `en`; null when the provider does not say. */
  language: string | null
  vote_average: number
  vote_count: number
}

export interface TrendingTitles {
  titles: readonly TrendingTitle[]
  /** Of the whole feed; null when the provider did not say. */
  total: number | null
}

/** The list provider. Anything short of an answer of the right shape throws UpstreamFault. */
export interface ListProvider {
  trending(type: ListType, paging: ListPaging): Promise<ListAnswer>
  popular(type: ListType, paging: ListPaging): Promise<ListAnswer>
  anticipated(type: ListType, paging: ListPaging): Promise<ListAnswer>
  lists(paging: ListPaging): Promise<ListAnswer>
  /** Null: there is no such list, or it is not public. */
  items(
    list: { user: string; slug: string },
    type: ListType | undefined,
    paging: ListPaging,
  ): Promise<ListAnswer | null>
  calendar(type: ListType, start: string, days: number): Promise<ListAnswer>
  /** The trending feed for the headline row, twenty a page; answered sooner or not at all. */
  trendingTitles(type: ListType, page: number): Promise<TrendingTitles>
}

/** Pictures at the list provider's own hosts. */
export interface ListImages {
  /** Null: there is no such picture. What comes back is whatever was sent, of at most 5 MiB. */
  read(host: string, path: string): Promise<Buffer | null>
}
