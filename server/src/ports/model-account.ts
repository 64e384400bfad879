import type { DeviceAnswer, DeviceCode } from './device-grant.ts'

export interface AccountTokens {
  access_token: string
  /** Null: none was sent. After a renewal, the former one then stays valid. */
  refresh_token: string | null
  /** Of the access token. */
  expires_at: string
  /** Null: not sent. */
  email: string | null
  plan_type: string | null
}

export interface AccountUsage {
  label: string
  used_percent: number
  resets_at?: string
}

/** Accounts at one AI provider, linked by a code. Throws UpstreamFault when there is no usable answer. */
export interface ModelAccountProvider {
  /** Which servers and which app the tokens are for: they must never be sent to others. */
  issued_by: string
  begin(): Promise<DeviceCode>
  redeem(device_code: string): Promise<DeviceAnswer<AccountTokens>>
  /**
   * Null: the provider reported that this token is permanently invalid. After `outcome_unknown`, and after a success
   * that cannot be read, the token may be spent.
   */
  renew(refresh_token: string): Promise<AccountTokens | null>
  /** How much of the allowance is used (C56); null when this provider does not report it. */
  usage: ((access_token: string) => Promise<AccountUsage[]>) | null
}
