import type { Role } from '@foyer/contract/permissions'
import type { RefusalCode } from '@foyer/contract/refusals'

/** Who is calling, read live on every request (R4). */
export interface Caller {
  user_id: number
  username: string
  role: Role
  device_id: string
}

/** Why there is no caller: no usable token, or its device or user is gone (0.3). */
export type NoCaller = Extract<RefusalCode, 'unauthorized' | 'session_revoked'>

/** Finds the caller of an access token. Synchronous when memory knows, so a hot read pays nothing. */
export type Identify = (token: string) => Caller | NoCaller | Promise<Caller | NoCaller>

/** Facts of the request that a slice may need, with forwarded headers counted only from trusted proxies. */
export interface RequestFacts {
  id: string
  ip: string
  /** `https://media.example.org`, as the caller sees this server. */
  origin: string
  user_agent: string
}
