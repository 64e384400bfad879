import type { MediaServerConnection } from './media-server.ts'
import type { ScreenKind } from './screen-catalog.ts'

/** A movie or show by its ids at the providers. Title and year only narrow a search: the ids decide (2:4.13.6). */
export interface WantedTitle {
  kind: ScreenKind
  tmdb_id?: number | undefined
  /** Shows only. */
  tvdb_id?: number | undefined
  title?: string | undefined
  year?: number | undefined
}

export type TitleLookupResult =
  | {
      state: 'found'
      /** The server's own id of the title, as its item page takes it. */
      item_id: string
      /** The id by which the item page names the server. */
      server_id: string
    }
  /** The server answered and has no such title, as far as this account can see. */
  | { state: 'missing' }
  /** Nothing is known about the title: the account is disabled or changed, or no match can be trusted. */
  | { state: 'unverified' }
  /** The server answered and has no such account. */
  | { state: 'account_gone' }

/** Finds titles on a video server as one of its accounts sees it. Throws UpstreamFault if there is no usable answer. */
export interface TitleLookup {
  /** The product's name, used in messages. */
  product: string
  find(
    connection: MediaServerConnection,
    account_id: string,
    title: WantedTitle,
    signal: AbortSignal,
  ): Promise<TitleLookupResult>
}
