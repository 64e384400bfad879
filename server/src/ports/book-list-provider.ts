/** A book of the provider's list in our words. */
export interface ListedBook {
  /** The provider's own number of the work. */
  id: number
  title: string
  /** Who wrote it; narrators and translators are left out. */
  authors: readonly string[]
  year: number | null
  rating: number | null
  ratings_count: number
  readers_count: number
  description: string | null
  /** At the provider's own cover host; null for none and for covers that lie elsewhere. */
  image_url: string | null
  series: string | null
  /** As the provider counts: `2`, `2.5`. */
  series_position: string | null
  isbn13s: readonly string[]
}

/** The book list provider. Anything short of an answer throws UpstreamFault; a refused token `rejected_key`. */
export interface BookListProvider {
  /** One cheap read of the catalog. False: the provider refused the token. */
  accepts(token: string, signal?: AbortSignal): Promise<boolean>
  /** What people read now, best first, fifty at most. Works that the provider no longer has are left out. */
  trending(token: string, signal?: AbortSignal): Promise<ListedBook[]>
}

export interface DeviceCode {
  device_code: string
  /** What a person types on the page. */
  user_code: string
  verification_uri: string
  expires_in_ms: number
  interval_seconds: number
}

export interface ListTokens {
  access_token: string
  refresh_token: string
  expires_in_ms: number
}

export type DeviceAnswer =
  | { state: 'given'; tokens: ListTokens }
  | { state: 'pending' | 'slow_down' | 'denied' | 'expired' | 'failed' }

/** Linking by a code on a page (RFC 8628), and renewing what came of it. Faults as above. */
export interface BookListSignIn {
  begin(): Promise<DeviceCode>
  redeem(device_code: string): Promise<DeviceAnswer>
  /**
   * Null: the provider said for good that this token opens nothing any more. `outcome_unknown` means that
   * the token may be spent: showing it again could end the whole chain.
   */
  renew(refresh_token: string): Promise<ListTokens | null>
}

/** Covers at the provider's one host. */
export interface BookCovers {
  /** Null: there is no such picture. What comes back is whatever was sent, of at most 5 MiB. */
  read(path: string, signal?: AbortSignal): Promise<Buffer | null>
}
