/** An artist who is credited on an album, or was found by name. */
export interface CatalogArtist {
  foreign_id: string
  name: string
  disambiguation?: string
  type?: string
  country?: string
}

/** A release group: an album, regardless of its releases. */
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
  /** Of five, by the provider's users. Absent: nobody has rated it, or a list does not say. */
  rating?: { value: number; votes: number }
}

export interface CatalogTrack {
  disc: number
  /** As printed. */
  number: string
  title: string
  length_ms?: number
}

export interface CatalogArtistDetail extends CatalogArtist {
  genres: string[]
  begin_date?: string
  end_date?: string
}

/** A page of the provider's own list, before any filter. */
export interface CatalogPage<T> {
  rows: T[]
  /** Whether the provider has entries after these. */
  more: boolean
}

/** The caller: people take turns at a provider that allows one call a second. */
export interface CatalogCaller {
  /** The same for all calls of one person. */
  lane: string
  signal?: AbortSignal
}

/**
 * The music metadata database. Throws UpstreamFault if there is no usable answer, or if the answer is about
 * another id than the requested one, unless the provider itself redirected to it (C12).
 */
export interface MusicCatalog {
  searchAlbums(
    search: { query: string; include_singles: boolean; page: number },
    caller: CatalogCaller,
  ): Promise<CatalogPage<CatalogAlbum>>
  searchArtists(
    search: { query: string; page: number },
    caller: CatalogCaller,
  ): Promise<CatalogPage<CatalogArtist>>
  /** Albums and EPs with this tag. */
  albumsWithTag(tag: string, page: number, caller: CatalogCaller): Promise<CatalogPage<CatalogAlbum>>
  /** All of these, keyed by the requested id; throws unless every one is found (1:4.3 rule 4). */
  albums(ids: readonly string[], caller: CatalogCaller): Promise<Map<string, CatalogAlbum>>
  /** Null: there is no such release group. `foreign_id` is the canonical one. */
  album(id: string, caller: CatalogCaller): Promise<CatalogAlbum | null>
  /**
   * Tracks of the first official release that lists them, in order; empty when none does. Null: there is no such
   * release group.
   */
  tracks(id: string, caller: CatalogCaller): Promise<CatalogTrack[] | null>
  /** Null: there is no such artist. */
  artist(id: string, caller: CatalogCaller): Promise<CatalogArtistDetail | null>
  /** Null: there is no such artist. */
  artistAlbums(id: string, page: number, caller: CatalogCaller): Promise<CatalogPage<CatalogAlbum> | null>
  /** The release group of a release; null: there is no such release. */
  groupOfRelease(release_id: string, caller: CatalogCaller): Promise<string | null>
}
