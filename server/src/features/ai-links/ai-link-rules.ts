import type { AiAccountStatus } from '@foyer/contract/assistant/ai-oauth'
import type { Audience } from '#events/events.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { ModelFault } from '#kit/model-fault.ts'
import type { UpstreamFault } from '#kit/upstream-fault.ts'
import type { FlowRow, LinkRow } from './ai-link-store.ts'
import type { LinkOwner } from './ai-links-tables.ts'

/** ai-providers.md: a token is renewed when less than five minutes are left. */
const RENEW_BEFORE_MS = 5 * MINUTE_MS
/**
 * A token that is refused so soon after its renewal will not be helped by another one. Later refusals are those of a
 * provider whose tokens end earlier than assumed.
 */
const SECOND_REFUSAL_MS = 2 * MINUTE_MS
/** The longest time that trying an account may take; after it, another process may take over. */
export const PROOF_MS = 2 * MINUTE_MS
/** After a crash, tokens that were received in time are still tried for this long. */
const RESUMED_MS = 10 * MINUTE_MS

export function ownerOf(user_id: number): LinkOwner {
  return `user:${user_id}`
}

/** Null for the server's own link. */
export function userIdOf(owner: LinkOwner): number | null {
  return owner === 'shared' ? null : Number(owner.slice('user:'.length))
}

/** The server's account decides for everybody with included access whether they can chat. */
export function audienceOf(owner: LinkOwner): Audience {
  const user_id = userIdOf(owner)
  return user_id === null ? { to: 'everyone' } : { to: 'users', user_ids: [user_id] }
}

export function isRefused({ refused_revision, revision }: Pick<LinkRow, 'refused_revision' | 'revision'>) {
  return refused_revision === revision
}

type TokenAge = Pick<LinkRow, 'expires_at' | 'refused_revision' | 'revision'>

/** Whether the access token ends soon, or was refused, and should be renewed first. */
export function isRenewalDue(link: TokenAge, now_ms: number): boolean {
  return isRefused(link) || now_ms >= Date.parse(link.expires_at) - RENEW_BEFORE_MS
}

/** Whether the access token can still be used, should the renewal fail. */
export function isUsable(link: TokenAge, now_ms: number): boolean {
  return !isRefused(link) && now_ms < Date.parse(link.expires_at)
}

/**
 * Whether a renewal may be sent. While the outcome of an earlier one is unknown, the refresh token may be spent, and
 * sending a spent one may end the access token too. So none is sent while that still works; after it, nothing can be
 * lost, and a provider that never saw the earlier renewal accepts this one.
 */
export function mayRenew(link: TokenAge & Pick<LinkRow, 'renewal_began_at'>, now_ms: number): boolean {
  return link.renewal_began_at === null || !isUsable(link, now_ms)
}

/** Whether the token was refused although the one before it had just been renewed for that reason. */
export function isRefusedAgain(
  { refused_revision, revision, updated_at }: Pick<LinkRow, 'refused_revision' | 'revision' | 'updated_at'>,
  now_ms: number,
): boolean {
  return refused_revision === revision - 1 && now_ms < Date.parse(updated_at) + SECOND_REFUSAL_MS
}

/** Whether a link has taken too long: to enter the code, or to try the account after it was entered. */
export function isOverdue(
  { expires_at, tokens_box }: Pick<FlowRow, 'expires_at' | 'tokens_box'>,
  now_ms: number,
) {
  return now_ms >= Date.parse(expires_at) + (tokens_box === null ? 0 : RESUMED_MS)
}

export const NOT_CONFIGURED: AiAccountStatus = {
  available: false,
  reason: 'not_configured',
  connected: false,
  stale: false,
}

export const DISCONNECTED: AiAccountStatus = {
  available: true,
  reason: 'disconnected',
  connected: false,
  stale: false,
}

/** 2/4.6. */
export function presentLink(
  link: Pick<LinkRow, 'email' | 'plan_type' | 'updated_at'>,
  facts: Pick<AiAccountStatus, 'connected' | 'stale' | 'usage'> & { model: string | null },
): AiAccountStatus {
  const { connected, usage, model, stale } = facts
  return {
    available: true,
    reason: connected ? '' : 'reconnect_required',
    connected,
    ...(link.email !== null && { email: link.email }),
    ...(link.plan_type !== null && { plan_type: link.plan_type }),
    ...(usage && { usage }),
    ...(model !== null && { model }),
    updated_at: link.updated_at,
    stale,
  }
}

/** The category of a failed renewal. 403 concerns the account's plan and does not end the link (ai-providers.md). */
export function modelFaultOf(fault: UpstreamFault): ModelFault {
  const { kind, status = 0 } = fault
  if (kind === 'rate_limited') return new ModelFault('quota_or_rate_limit', { transient: true, cause: fault })
  if (kind === 'rejected_key') return new ModelFault('invalid_credentials', { cause: fault })
  if (kind === 'bad_answer' && status < 500) return new ModelFault('invalid_response', { cause: fault })
  return new ModelFault('upstream_unavailable', { transient: true, cause: fault })
}
