import type { DeviceAnswer, DeviceCode } from './device-grant.ts'

/** A book of the provider's list. */
export interface ListedBook {
  /** The provider's id of the work. */
  id: number
  title: string
  /** Authors only; narrators and translators are left out. */
  authors: readonly string[]
  year: number | null
  rating: number | null
  ratings_count: number
  readers_count: number
  description: string | null
  /** On the provider's own cover host; null if there is no cover or it is hosted elsewhere. */
  image_url: string | null
  series: string | null
  /** As the provider numbers it: `2`, `2.5`. */
  series_position: string | null
  isbn13s: readonly string[]
}

/** The book list provider. Throws UpstreamFault if there is no usable answer; `rejected_key` for a refused token. */
export interface BookListProvider {
  /** One cheap read of the catalog. False: the provider refused the token. */
  accepts(token: string, signal?: AbortSignal): Promise<boolean>
  /** Currently popular books, best first, at most fifty. Works that the provider no longer has are left out. */
  trending(token: string, signal?: AbortSignal): Promise<ListedBook[]>
}

export interface ListTokens {
  access_token: string
  refresh_token: string
  expires_in_ms: number
}

/** Links an account by a code entered on a page (RFC 8628), and renews the tokens. Faults as above. */
export interface BookListSignIn {
  begin(): Promise<DeviceCode>
  redeem(device_code: string): Promise<DeviceAnswer<ListTokens>>
  /**
   * Null: the provider reported that this token is permanently invalid. `outcome_unknown` means that the token may
   * be spent: using it again could invalidate the whole chain.
   */
  renew(refresh_token: string): Promise<ListTokens | null>
}

/** Covers on the provider's single cover host. */
export interface BookCovers {
  /** Null: there is no such picture. Returns the bytes as they were sent, at most 5 MiB. */
  read(path: string, signal?: AbortSignal): Promise<Buffer | null>
}
