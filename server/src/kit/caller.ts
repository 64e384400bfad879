import { type Permission, permissionsOf, type Role } from '@foyer/contract/permissions'
import type { RefusalCode } from '@foyer/contract/refusals'
import { Refusal } from './refusal.ts'

/** The signed-in user and device, read on every request (R4). */
export interface Caller {
  user_id: number
  username: string
  role: Role
  device_id: string
  /** What is read for them is in this language whatever they chose: tools read English (C58). */
  language?: string
}

/** Why there is no caller: no usable token, or the token's device or user is gone (0.3). */
export type AuthFailure = Extract<RefusalCode, 'unauthorized' | 'session_revoked'>

/** Finds the caller of an access token. Synchronous on a cache hit, so that a hot read pays nothing. */
export type Identify = (token: string) => Caller | AuthFailure | Promise<Caller | AuthFailure>

/**
 * CONTRIBUTING rule 3: the caller as stored now, for every response that was delayed by waiting for another service.
 * Refuses with `session_revoked` when the device or the account is gone.
 */
export type CurrentCaller = (caller: Pick<Caller, 'device_id'>) => Promise<Caller>

/** Refuses with `forbidden`. After waiting for another service, with the current caller (CONTRIBUTING rule 3). */
export function assertMay({ role }: Pick<Caller, 'role'>, permission: Permission): void {
  if (!permissionsOf(role).includes(permission)) throw new Refusal('forbidden')
}

/** The 401 of 0.3, with the header that HTTP requires. */
export function authFailure(code: AuthFailure): Refusal {
  return new Refusal(code, { headers: { 'www-authenticate': 'Bearer' } })
}

export function sessionRevoked(): Refusal {
  return authFailure('session_revoked')
}

/** Facts about the request; forwarded headers count only from trusted proxies. */
export interface RequestFacts {
  id: string
  ip: string
  /** `https://media.example.org`, as the caller sees this server. */
  origin: string
  user_agent: string
}
