export type ListType = 'movies' | 'shows'

export interface ListPaging {
  page: number
  limit: number
}

/** Pagination headers of the provider; headers that it did not send are absent. */
export type ListPagination = Readonly<Record<string, string>>

/** The provider's own JSON array, byte for byte, after its shape was checked. */
export interface ListAnswer {
  bytes: Buffer
  /** `x-pagination-…` headers, ready to be sent on. */
  pagination: ListPagination
}

/** A title of a trending page. */
export interface TrendingTitle {
  /** Null: the metadata provider has no id for it. */
  tmdb_id: number | null
  title: string
  overview: string
  /** `2026-09-18`, or empty while unknown. */
  date: string
  /** `en`; null when the provider does not report it. */
  language: string | null
  vote_average: number
  vote_count: number
}

export interface TrendingTitles {
  titles: readonly TrendingTitle[]
  /** Total of the whole feed; null when the provider did not report it. */
  total: number | null
}

/** The list provider. Throws UpstreamFault unless the answer has the expected shape. */
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
  /** The trending feed for the headline row, twenty per page, with a shorter timeout than the other calls. */
  trendingTitles(type: ListType, page: number): Promise<TrendingTitles>
}

/** Pictures on the list provider's own hosts. */
export interface ListImages {
  /** Null: there is no such picture. Returns the bytes as they were sent, at most 5 MiB. */
  read(host: string, path: string): Promise<Buffer | null>
}
