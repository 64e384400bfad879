import type { MediaServerConnection } from './media-server.ts'

/** A book to listen to. Search terms only narrow; `isWanted` decides by exact identifiers (2:4.13.7). */
export interface WantedAudiobook {
  terms: readonly string[]
  /** By what the server has stored, verbatim. */
  isWanted(item: { asin: string | null; isbn: string | null }): boolean
}

/** One recording. Several of the same book stay separate. */
export interface FoundAudiobook {
  id: string
  title: string
  library_name: string
  narrators: string[]
}

/** Finds recordings on an audiobook server. Throws UpstreamFault if there is no usable answer. */
export interface AudiobookLookup {
  /** The product's name, used in messages. */
  product: string
  /**
   * The playable recordings that this account may listen to. An empty list proves nothing: not every recording has an
   * identifier. Null: the account is gone, disabled or changed meanwhile.
   */
  find(
    connection: MediaServerConnection,
    account_id: string,
    wanted: WantedAudiobook,
    signal: AbortSignal,
  ): Promise<FoundAudiobook[] | null>
}
