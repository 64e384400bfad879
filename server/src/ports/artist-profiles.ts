import type { Connection } from './instance-connection.ts'

export interface ArtistProfile {
  /** Absent: the provider has no text. */
  overview?: string
  has_picture: boolean
}

/** Artists as the music manager's metadata provider knows them, in its library or not. Throws UpstreamFault. */
export interface ArtistProfiles {
  /** Null: the provider answered and knows no such artist. */
  find(connection: Connection, artist_id: string, signal?: AbortSignal): Promise<ArtistProfile | null>
  /** Null: no such artist, or no picture at an address that Foyer may read. */
  picture(connection: Connection, artist_id: string, signal?: AbortSignal): Promise<Buffer | null>
}
