/** Whoever is credited on a record, or was found by name. */
export interface CatalogArtist {
  foreign_id: string
  name: string
  disambiguation?: string
  type?: string
  country?: string
}

/** A release group: what people call an album, whatever pressings there are of it. */
export interface CatalogAlbum {
  foreign_id: string
  title: string
  artist: string
  artists: CatalogArtist[]
  /** A year, a month or a day. */
  release_date?: string
  /** The provider's primary type, such as `Album` or `Broadcast`; null when it has none. */
  primary_type: string | null
  secondary_types: string[]
  disambiguation?: string
  genres: string[]
}

export interface CatalogTrack {
  disc: number
  /** As it is printed. */
  number: string
  title: string
  length_ms?: number
}

export interface CatalogArtistDetail extends CatalogArtist {
  genres: string[]
  begin_date?: string
  end_date?: string
}

/** A page of the provider's own list, before anything is filtered. */
export interface CatalogPage<T> {
  rows: T[]
  /** Whether the provider has entries after these. */
  more: boolean
}

/** Who asks: people take turns at a provider that answers one call a second. */
export interface CatalogAsker {
  /** The same for all calls of one person. */
  lane: string
  signal?: AbortSignal
}

/**
 * The music metadata database. Everything short of an answer throws UpstreamFault, and so does an answer about
 * another id than the one that was asked for, unless the provider itself led there (C12).
 */
export interface MusicCatalog {
  searchAlbums(
    search: { query: string; include_singles: boolean; page: number },
    asker: CatalogAsker,
  ): Promise<CatalogPage<CatalogAlbum>>
  searchArtists(
    search: { query: string; page: number },
    asker: CatalogAsker,
  ): Promise<CatalogPage<CatalogArtist>>
  /** Albums and EPs that people gave this tag. */
  albumsWithTag(tag: string, page: number, asker: CatalogAsker): Promise<CatalogPage<CatalogAlbum>>
  /** All of these, keyed by the id that was asked for; throws unless each one is found (1:4.3 rule 4). */
  albums(ids: readonly string[], asker: CatalogAsker): Promise<Map<string, CatalogAlbum>>
  /** Null: there is no such release group. `foreign_id` is the canonical one. */
  album(id: string, asker: CatalogAsker): Promise<CatalogAlbum | null>
  /** Of the first official pressing that says, in order; empty when none does. Null: there is no such release group. */
  tracks(id: string, asker: CatalogAsker): Promise<CatalogTrack[] | null>
  /** Null: there is no such artist. */
  artist(id: string, asker: CatalogAsker): Promise<CatalogArtistDetail | null>
  /** Null: there is no such artist. */
  artistAlbums(id: string, page: number, asker: CatalogAsker): Promise<CatalogPage<CatalogAlbum> | null>
  /** The release group that a release is of; null: there is no such release. */
  groupOfRelease(release_id: string, asker: CatalogAsker): Promise<string | null>
}
