import type { PushTestResult } from '@foyer/contract/users'
import type { Database } from '#db/database.ts'
import type { AlertChannel, Notice, SendOutcome } from '#features/notifications/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { type SecretBox, WrongKey } from '#kit/crypto.ts'
import { isTransient, UpstreamFault } from '#kit/upstream-fault.ts'
import type { BrowserPush, VapidKeys } from '#ports/browser-push.ts'
import { payloadOf, topicOf } from './message-rules.ts'
import { isPushService } from './subscription-rules.ts'
import { authPurpose } from './web-push-service.ts'
import {
  deleteSubscription,
  findSubscription,
  noteDelivered,
  noteFailed,
  type SubscriptionRow,
  subscriptionsOf,
} from './web-push-store.ts'

export interface WebPushChannelParts {
  database: Database
  clock: Clock
  box: SecretBox
  push: BrowserPush
  keys: () => Promise<VapidKeys>
  subject: () => Promise<string>
  /** Checked again as for subscribing: the operator may have removed one. */
  hosts: readonly string[]
}

/** Older alerts are no longer useful. */
const TTL_SECONDS = 3 * 86_400

/** Sends alerts to browsers. */
export function createWebPushChannel(parts: WebPushChannelParts): AlertChannel {
  const { database, clock, box, push } = parts

  async function post(row: SubscriptionRow, notice: Notice, signal?: AbortSignal): Promise<SendOutcome> {
    const { endpoint, endpoint_hash, p256dh } = row
    if (!isPushService(endpoint, parts.hosts)) return { kind: 'failed', reason: 'not_allowed' }
    try {
      const auth = box.open(row.auth_box, authPurpose(endpoint_hash))
      const message = {
        text: payloadOf(notice),
        ttl_seconds: TTL_SECONDS,
        ...(notice.collapse_id && { topic: topicOf(notice.collapse_id) }),
        keys: await parts.keys(),
        subject: await parts.subject(),
      }
      return { kind: await push.send({ endpoint, p256dh, auth }, message, signal) }
    } catch (error) {
      if (error instanceof UpstreamFault) return outcomeOf(error)
      // Sealed with another key: the browser subscribes again at its next visit.
      if (error instanceof WrongKey) return { kind: 'failed', reason: 'unreadable_key' }
      throw error
    }
  }

  async function note(id: number, outcome: SendOutcome): Promise<void> {
    const at = iso(clock.now())
    await database.transaction(async tx => {
      if (outcome.kind === 'sent') return noteDelivered(tx, id, at)
      if (outcome.kind === 'gone') return deleteSubscription(tx, id)
      await noteFailed(tx, id, { at, reason: outcome.reason })
    })
  }

  async function deliver(row: SubscriptionRow, notice: Notice, signal?: AbortSignal): Promise<SendOutcome> {
    const outcome = await post(row, notice, signal)
    await note(row.id, outcome)
    return outcome
  }

  return {
    channel: 'web_push',
    replaces: true,
    async destinationsOf(db, user_ids) {
      const rows = await subscriptionsOf(db, user_ids)
      return rows.map(({ user_id, device_id }) => ({ user_id, destination: device_id }))
    },
    laneOf: destination => `web push ${destination}`,
    async send({ user_id, destination }, notice, signal) {
      // By device: a browser that subscribed again in the meantime is the same one.
      const row = await findSubscription(database.read, { user_id, device_id: destination })
      // Unsubscribed, revoked, or now owned by somebody else.
      return row ? deliver(row, notice, signal) : { kind: 'gone' }
    },
    async test(user_id, notice, signal) {
      const rows = await subscriptionsOf(database.read, [user_id])
      if (rows.length === 0) return null
      const outcomes = await Promise.all(rows.map(row => deliver(row, notice, signal)))
      return { result: resultOf(rows, outcomes) }
    },
  }
}

function outcomeOf(fault: UpstreamFault): SendOutcome {
  const { kind, retry_after_ms } = fault
  if (kind === 'outcome_unknown') return { kind: 'unconfirmed', reason: kind }
  if (!isTransient(fault)) return { kind: 'failed', reason: kind }
  return { kind: 'retry', reason: kind, ...(retry_after_ms !== undefined && { after_ms: retry_after_ms }) }
}

function resultOf(rows: readonly SubscriptionRow[], outcomes: readonly SendOutcome[]): PushTestResult {
  const results = outcomes.map((outcome, at) => ({
    device_id: rows[at]?.device_id ?? '',
    ok: outcome.kind === 'sent',
    pruned: outcome.kind === 'gone',
    ...('reason' in outcome && { error: outcome.reason }),
  }))
  const sent = results.filter(({ ok }) => ok).length
  return { tokens: rows.length, sent, failed: rows.length - sent, results }
}
