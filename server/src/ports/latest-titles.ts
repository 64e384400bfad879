import type { MediaServerConnection } from './media-server.ts'

/** A title as one account of a media server sees it. */
export interface ServerTitle {
  kind: 'movie' | 'tv' | 'book'
  /** The server's own id of the title, and the id by which its item page names the server. */
  item_id: string
  server_id: string
  title: string
  /** Books only. */
  author?: string
  /** Absent: the server does not know it. */
  tmdb_id?: number
  added_at: string
  /** Whether `cover` has a picture of it. */
  has_cover?: true
}

/** What was added lately to a media server. Throws UpstreamFault if there is no usable answer. */
export interface LatestTitles {
  /** The product's name, used in messages. */
  product: string
  /** Newest first. Null: the account is gone, disabled or changed meanwhile, so that nothing may be told. */
  read(
    connection: MediaServerConnection,
    account_id: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<ServerTitle[] | null>
  /** The server's own picture of a title. Null: there is none by now. Absent where titles have those of the provider. */
  cover?(connection: MediaServerConnection, item_id: string, signal: AbortSignal): Promise<Buffer | null>
}
