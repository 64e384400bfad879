import type { Database } from '#db/database.ts'
import type { AlertChannel, Destination, Notice, SendOutcome } from '#features/notifications/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { GatewayReport, PushGateway } from '#ports/push-gateway.ts'
import type { PushHealth } from './push-health.ts'
import { type GatewayKey, type GatewayKeys, NotEnrolled } from './gateway-keys.ts'
import type { GatewaySync } from './gateway-sync.ts'
import {
  didAnswer,
  failedTest,
  gatewayNotice,
  hasNoDevices,
  outcomeOfFault,
  outcomeOfLostRegistration,
  outcomeOfReport,
  testResult,
} from './push-rules.ts'
import * as store from './push-store.ts'

export interface PushChannelParts {
  database: Database
  clock: Clock
  gateway: PushGateway
  keys: Pick<GatewayKeys, 'current'>
  sync: GatewaySync
  health: PushHealth
}

/** Another process is using the gateway, usually briefly. */
const BUSY: SendOutcome = { kind: 'retry', reason: 'busy', after_ms: 2_000 }

/** The gateway accepts none of their tokens, or none can be decrypted; an app sends a new one at its next start. */
const NOT_REGISTERED: SendOutcome = { kind: 'retry', reason: 'not_registered' }

/** Sends alerts through the gateway, which knows users and notifies all their devices. */
export function createPushChannel(parts: PushChannelParts): AlertChannel {
  const { database, clock, gateway, keys, sync, health } = parts

  /** Stores the gateway's report for each device: invalid tokens are deleted, delivered ones get a date. */
  async function storeReport(user_id: number, report: GatewayReport | null): Promise<void> {
    if (!report) return
    const ids = (which: (one: GatewayReport['results'][number]) => boolean) =>
      report.results.filter(which).map(one => one.device_id)
    await database.transaction(async tx => {
      await store.pruneTokens(
        tx,
        user_id,
        ids(one => one.pruned),
      )
      await store.markDelivered(
        tx,
        user_id,
        ids(one => one.ok),
        iso(clock.now()),
      )
    })
  }

  async function notify(key: GatewayKey, user_id: number, notice: Notice, signal?: AbortSignal) {
    const report = await sync.callWithKey(key, () =>
      gateway.notify(key.api_key, user_id, gatewayNotice(notice), signal),
    )
    await storeReport(user_id, report)
    return report
  }

  /** The outcome. Devices the gateway has lost are registered again before the next send. */
  async function judge(user_id: number, report: GatewayReport | null): Promise<SendOutcome> {
    if (!hasNoDevices(report)) return outcomeOfReport(report)
    return database.transaction(async tx => {
      const live = await store.listLive(tx, [user_id])
      await store.forgetRegistrations(tx, user_id)
      return outcomeOfLostRegistration(live, clock.now().getTime())
    })
  }

  async function note(outcome: SendOutcome): Promise<SendOutcome> {
    if (outcome.kind === 'sent') await health.recordSuccess()
    else if (outcome.kind !== 'gone') await health.recordFailure(outcome.reason)
    return outcome
  }

  /** The reason nothing can be sent; rethrows errors unrelated to the gateway. */
  function outcomeOfError(error: unknown): SendOutcome {
    if (error instanceof NotEnrolled) {
      const after_ms = error.next_at.getTime() - clock.now().getTime()
      return { kind: 'retry', reason: 'not_enrolled', after_ms }
    }
    if (!(error instanceof UpstreamFault)) throw error
    const outcome = outcomeOfFault(error)
    // Nothing was sent yet, whatever the error.
    return outcome.kind === 'retry' ? outcome : { kind: 'retry', reason: error.kind }
  }

  async function prepare({ user_id }: Destination, signal: AbortSignal): Promise<SendOutcome | null> {
    try {
      await sync.sync({ user_id, signal })
    } catch (error) {
      if (error instanceof Refusal && error.code === 'conflict') return BUSY
      return note(outcomeOfError(error))
    }
    const live = await store.listLive(database.read, [user_id])
    if (live.length === 0) return { kind: 'gone' }
    return live.some(one => one.registered_at !== null) ? null : note(NOT_REGISTERED)
  }

  return {
    channel: 'push',
    replaces: true,
    laneOf: () => 'push-gateway',

    async destinationsOf(db, user_ids) {
      const reached = new Set((await store.listLive(db, user_ids)).map(one => one.user_id))
      return [...reached]
        .toSorted((a, b) => a - b)
        .map(user_id => ({ user_id, destination: String(user_id) }))
    },

    prepare,

    async send({ user_id }, notice, signal) {
      const key = await keys.current(database.read)
      if (!key) return { kind: 'retry', reason: 'not_enrolled' }
      try {
        return await note(await judge(user_id, await notify(key, user_id, notice, signal)))
      } catch (error) {
        if (error instanceof UpstreamFault) return note(outcomeOfFault(error))
        throw error
      }
    },

    async test(user_id, notice, signal) {
      const options = { user_id, now: true, ...(signal && { signal }) }
      const live = await store.listLive(database.read, [user_id])
      const device_ids = live.map(one => one.device_id)
      if (device_ids.length === 0) return { result: testResult([], null) }
      try {
        const key = await sync.sync(options)
        const report = await notify(key, user_id, notice, signal)
        await note(await judge(user_id, report))
        return { result: testResult(device_ids, report) }
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        await health.recordFailure(error.kind)
        const result = failedTest(device_ids, error)
        return didAnswer(error) ? { result } : { result, unanswered: error }
      }
    },
  }
}
