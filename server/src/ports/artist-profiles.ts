import type { Connection } from './instance-connection.ts'

export interface ArtistProfile {
  /** Absent: the provider has no text. */
  overview?: string
  has_picture: boolean
}

/** What a music manager's metadata provider tells about artists, in its library or not. Throws UpstreamFault. */
export interface ArtistProfiles {
  /** Null: the provider answered and knows no such artist. */
  find(connection: Connection, artist_id: string, signal?: AbortSignal): Promise<ArtistProfile | null>
  /** Null: there is no such artist, or none from an address that may be read. */
  picture(connection: Connection, artist_id: string, signal?: AbortSignal): Promise<Buffer | null>
}
