export type ScreenKind = 'movie' | 'tv'

/** Lists that the provider maintains. `now_playing` is for movies, `on_the_air` for shows. */
export type CatalogFeed = 'popular' | 'top_rated' | 'now_playing' | 'on_the_air'
export type Related = 'recommendations' | 'similar'

/** Parameters of a discover query under the provider's own names, without the page. */
export type DiscoverQuery = Readonly<Record<string, string>>

/**
 * The movie and TV metadata provider. Every answer is the provider's own JSON, byte for byte, after its shape was
 * checked; otherwise UpstreamFault is thrown. Null means that the provider answered and has no such title or
 * person.
 */
export interface ScreenCatalog {
  trending(kind: ScreenKind | 'all', window: 'day' | 'week', page: number): Promise<Buffer>
  feed(kind: ScreenKind, feed: CatalogFeed, page: number): Promise<Buffer>
  discover(kind: ScreenKind, query: DiscoverQuery, page: number): Promise<Buffer>
  /** Movies, shows and people together; never adult titles. */
  search(query: string, page: number): Promise<Buffer>
  searchTitles(kind: ScreenKind, query: string, page: number): Promise<Buffer>
  /** Never adult performers. */
  searchPeople(query: string, page: number): Promise<Buffer>
  searchNames(what: 'keyword' | 'company' | 'collection', query: string, page: number): Promise<Buffer>

  /** With videos and credits; movies with release dates, shows with external ids and content ratings. */
  detail(kind: ScreenKind, id: number): Promise<Buffer | null>
  related(kind: ScreenKind, id: number, relation: Related, page: number): Promise<Buffer | null>
  /** Streaming providers by region. */
  titleProviders(kind: ScreenKind, id: number): Promise<Buffer | null>
  /** As `keywords` of a movie and `results` of a show. */
  keywords(kind: ScreenKind, id: number): Promise<Buffer | null>
  /** With its episodes; season 0 holds the specials. */
  season(id: number, season_number: number): Promise<Buffer | null>
  /** With its movies as `parts`. */
  collection(id: number): Promise<Buffer | null>
  person(id: number): Promise<Buffer | null>
  /** Movies and shows together, as `{id, cast, crew}`. */
  credits(id: number): Promise<Buffer | null>

  genres(kind: ScreenKind): Promise<Buffer>
  watchProviders(kind: ScreenKind, region: string): Promise<Buffer>
  watchRegions(): Promise<Buffer>
  languages(): Promise<Buffer>
}

/** The provider in the language of a reader: a BCP 47 tag. Facts are the same in all of them, texts may be empty. */
export type CatalogIn = (language: string) => ScreenCatalog
