/** A code that links an account without a redirect (RFC 8628). */
export interface DeviceCode {
  device_code: string
  /** The code that a person types on the page. */
  user_code: string
  verification_uri: string
  /** The page with the code filled in. */
  verification_uri_complete?: string
  expires_in_ms: number
  interval_seconds: number
}

/** Whether the code was entered. `granted` comes once: the tokens exist nowhere else. */
export type DeviceAnswer<Tokens> =
  | { state: 'granted'; tokens: Tokens }
  | { state: 'pending' | 'slow_down' | 'denied' | 'expired' | 'failed' }
