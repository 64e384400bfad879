import type { Tx } from '#db/database.ts'
import { EXPIRED, flowEnd, missedPollAt, SLOWER_BY_SECONDS } from '#features/device-flows/index.ts'
import { iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListSignIn, ListTokens } from '#ports/book-list-provider.ts'
import type { DeviceAnswer } from '#ports/device-grant.ts'
import type { BookListParts } from './book-list-parts.ts'
import { presentFlow } from './book-list-rules.ts'
import * as store from './book-list-store.ts'
import type { FlowRow } from './book-list-store.ts'
import type { ConnectionSecrets } from './connection-secrets.ts'
import type { ConnectionService } from './connection-service.ts'
import { followLink, followLinks } from './link-jobs.ts'
import type { Selections } from './selections.ts'

/** Ended links are kept for as long as a page may still query them. */
const REMEMBERED_MS = DAY_MS

/**
 * Links by a code (RFC 8628). Waiting pages poll this server; it polls the provider no faster than the provider
 * allows.
 */
export function createDeviceFlows(
  parts: BookListParts & {
    secrets: ConnectionSecrets
    selections: Selections
    connections: Pick<ConnectionService, 'assertBookManager' | 'save'>
  },
) {
  const { database, clock, jobs, log, secrets, selections, connections } = parts
  const nowMs = () => clock.now().getTime()
  followLinks({ database, clock, jobs, advance })

  async function begin(instance_id: string) {
    await connections.assertBookManager(database.read, instance_id)
    const code = await signIn().begin()
    const id = newId('fl')
    const at = nowMs()
    const expires_at = iso(at + code.expires_in_ms)
    const pace = { interval_seconds: code.interval_seconds, next_poll_at: iso(at) }
    await selections.lock(async tx => {
      await connections.assertBookManager(tx, instance_id)
      await store.deleteFlowsBefore(tx, iso(at - REMEMBERED_MS))
      await store.supersedeFlows(tx, instance_id)
      await store.insertFlow(tx, {
        id,
        instance_id,
        revision: (await store.findSelection(tx, instance_id))?.revision ?? 0,
        device_code_box: secrets.sealDeviceCode(id, code.device_code),
        status: 'pending',
        error: null,
        connection_id: null,
        ...pace,
        expires_at,
        created_at: iso(at),
      })
      const run_at = missedPollAt(pace)
      await jobs.enqueue(tx, followLink, { flow_id: id, instance_id }, { dedupe_key: id, run_at })
    })
    const { user_code, verification_uri, interval_seconds: interval } = code
    return { flow_id: id, status: 'pending' as const, user_code, verification_uri, expires_at, interval }
  }

  function signIn(): BookListSignIn {
    if (!parts.sign_in) throw new Refusal('oauth_unavailable')
    return parts.sign_in
  }

  async function find(instance_id: string, flow_id: string): Promise<FlowRow> {
    await connections.assertBookManager(database.read, instance_id)
    const flow = await store.findFlow(database.read, flow_id, instance_id)
    if (!flow) throw new Refusal('not_found')
    return flow
  }

  /** Polls the provider if it is due and nobody else does. A poll without an answer is repeated at the next query. */
  async function advance(flow: FlowRow): Promise<void> {
    const now = nowMs()
    if (now >= Date.parse(flow.expires_at)) {
      await database.transaction(tx => store.endFlow(tx, flow.id, EXPIRED))
      return
    }
    const next_poll_at = iso(now + flow.interval_seconds * 1000)
    const isClaimed = await database.transaction(tx =>
      store.claimPoll(tx, flow.id, { now: iso(now), next_poll_at }),
    )
    if (!isClaimed) return
    const answer = await redeem(flow)
    if (answer) await selections.lock(tx => settle(tx, flow, answer))
  }

  /** Null: the provider did not answer; the code stays valid. */
  async function redeem(flow: FlowRow): Promise<DeviceAnswer<ListTokens> | null> {
    try {
      return await signIn().redeem(secrets.openDeviceCode(flow.id, flow.device_code_box))
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      log.warn({ err: error }, 'the status of a book list link could not be read')
      return null
    }
  }

  async function settle(tx: Tx, flow: FlowRow, answer: DeviceAnswer<ListTokens>): Promise<void> {
    if (answer.state === 'granted') return connect(tx, flow, answer.tokens)
    const end = flowEnd(answer.state)
    if (end) return void (await store.endFlow(tx, flow.id, end))
    if (answer.state !== 'slow_down') return
    const interval_seconds = flow.interval_seconds + SLOWER_BY_SECONDS
    await store.slowFlow(tx, flow.id, {
      interval_seconds,
      next_poll_at: iso(nowMs() + interval_seconds * 1000),
    })
  }

  /** Only for a link that has not ended, on an instance that was not switched in the meantime. */
  async function connect(tx: Tx, flow: FlowRow, tokens: ListTokens): Promise<void> {
    const { id, instance_id } = flow
    const selection = await store.findSelection(tx, instance_id)
    if ((selection?.revision ?? 0) !== flow.revision) {
      return void (await store.endFlow(tx, id, { status: 'superseded' }))
    }
    const connection_id = await connections.save(tx, tokens)
    if (await store.endFlow(tx, id, { status: 'connected', connection_id })) {
      return selections.switchTo(tx, instance_id, connection_id)
    }
    // Cancelled while the provider was polled: the received tokens are not used.
    await store.deleteUnusedConnections(tx)
  }

  return {
    begin,

    async read(instance_id: string, flow_id: string) {
      const flow = await find(instance_id, flow_id)
      if (flow.status !== 'pending') return presentFlow(flow)
      await advance(flow)
      return presentFlow(await find(instance_id, flow_id))
    },

    async cancel(instance_id: string, flow_id: string) {
      const flow = await find(instance_id, flow_id)
      const cancelled = await database.transaction(tx => store.endFlow(tx, flow_id, { status: 'cancelled' }))
      const ended = cancelled ? flow : await find(instance_id, flow_id)
      if (ended.status === 'connected') {
        throw new Refusal('conflict', { error: 'This link is complete. Disconnect instead.' })
      }
      return { status: 'cancelled' as const }
    },
  }
}
