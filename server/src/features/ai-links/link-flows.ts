import type { AiDeviceCode, AiDeviceFlow } from '@foyer/contract/assistant/ai-oauth'
import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Tx } from '#db/database.ts'
import { EXPIRED, flowEnd, missedPollAt, SLOWER_BY_SECONDS } from '#features/device-flows/index.ts'
import { findCaller } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { newId } from '#kit/ids.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeviceAnswer } from '#ports/device-grant.ts'
import type { AccountTokens, ModelAccountProvider } from '#ports/model-account.ts'
import type { AiLinkParts } from './ai-link-parts.ts'
import { isOverdue, PROOF_MS, userIdOf } from './ai-link-rules.ts'
import * as store from './ai-link-store.ts'
import type { FlowRow } from './ai-link-store.ts'
import type { LinkOwner } from './ai-links-tables.ts'
import { followAiLink, followAiLinks } from './link-flow-jobs.ts'
import type { LinkSecrets } from './link-secrets.ts'
import type { StatusOf } from './link-status.ts'

/** Ended links are kept for as long as a page may still query them. */
const REMEMBERED_MS = DAY_MS

/** Whose account is linked, at which provider. */
export interface LinkTarget {
  owner: LinkOwner
  provider: AiOauthProvider
}

/**
 * Links by a code (RFC 8628). Waiting pages poll this server; it polls the provider no faster than the provider
 * allows. The account must answer once before it is used; until then the former link stays (2:4.6).
 */
export function createLinkFlows(
  parts: AiLinkParts & {
    secrets: LinkSecrets
    statusOf: StatusOf
    /** The caller as stored now; refuses when the session has ended, or no longer suffices for this owner. */
    assertCaller(caller: Caller, owner: LinkOwner): Promise<void>
  },
) {
  const { database, clock, jobs, log, secrets, models } = parts
  const nowMs = () => clock.now().getTime()
  followAiLinks({ database, clock, jobs, advance })

  function providerOf(provider: AiOauthProvider): ModelAccountProvider {
    const found = parts.providers[provider]
    if (!found) throw new Refusal('oauth_unavailable')
    return found
  }

  async function begin(caller: Caller, target: LinkTarget, model: string | undefined): Promise<AiDeviceCode> {
    const { owner, provider } = target
    const code = await providerOf(provider).begin()
    await parts.assertCaller(caller, owner)
    const id = newId('fl')
    const at = nowMs()
    const expires_at = iso(at + code.expires_in_ms)
    const pace = { interval_seconds: code.interval_seconds, next_poll_at: iso(at) }
    await database.withWriteLock('ai-links', async tx => {
      await store.deleteFlowsBefore(tx, iso(at - REMEMBERED_MS))
      await store.cancelFlows(tx, { user_id: caller.user_id, owner, provider })
      await store.insertFlow(tx, {
        id,
        owner,
        user_id: caller.user_id,
        device_id: caller.device_id,
        provider,
        model: model ?? models.defaultModel(provider),
        device_code_box: secrets.sealCode(id, code.device_code),
        tokens_box: null,
        status: 'pending',
        error: null,
        ...pace,
        expires_at,
        created_at: iso(at),
      })
      await jobs.enqueue(tx, followAiLink, { flow_id: id }, { dedupe_key: id, run_at: missedPollAt(pace) })
    })
    return {
      flow_id: id,
      verification_uri: code.verification_uri,
      ...(code.verification_uri_complete && { verification_uri_complete: code.verification_uri_complete }),
      user_code: code.user_code,
      expires_at,
      interval: code.interval_seconds,
    }
  }

  /** A flow belongs to the person who began it, for the server's account too (2:4.7). */
  async function find(caller: Caller, target: LinkTarget, flow_id: string): Promise<FlowRow> {
    const flow = await store.findFlow(database.read, flow_id)
    const isTheirs =
      flow?.user_id === caller.user_id && flow.owner === target.owner && flow.provider === target.provider
    if (!isTheirs) throw new Refusal('not_found')
    return flow
  }

  /** Does what is due for this link, unless somebody else does. */
  async function advance(flow: FlowRow, signal?: AbortSignal): Promise<void> {
    const now = nowMs()
    if (isOverdue(flow, now)) {
      await database.transaction(tx => store.endFlow(tx, flow.id, EXPIRED))
      return
    }
    const claimed_ms = flow.tokens_box === null ? flow.interval_seconds * 1000 : PROOF_MS
    const next_poll_at = iso(now + claimed_ms)
    const isClaimed = await database.transaction(tx =>
      store.claimFlow(tx, flow.id, { now: iso(now), next_poll_at }),
    )
    if (!isClaimed) return
    const current = await store.findFlow(database.read, flow.id)
    if (!current) return
    if (current.tokens_box !== null) return tryAccount(current, current.tokens_box, signal)
    const answer = await redeem(current)
    if (answer?.state === 'granted') return receive(current, answer.tokens, signal)
    if (answer) await database.transaction(tx => settle(tx, current, answer.state))
  }

  /** Null: the provider did not answer; the code stays valid. */
  async function redeem(flow: FlowRow): Promise<DeviceAnswer<AccountTokens> | null> {
    const provider = parts.providers[flow.provider]
    if (!provider) return null
    try {
      return await provider.redeem(secrets.openCode(flow))
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      if (error.kind === 'rate_limited') return { state: 'slow_down' }
      log.warn({ err: error }, 'the status of a link to an AI account could not be read')
      return null
    }
  }

  async function settle(
    tx: Tx,
    flow: FlowRow,
    state: Exclude<DeviceAnswer<unknown>['state'], 'granted'>,
  ): Promise<void> {
    const end = flowEnd(state)
    if (end) return void (await store.endFlow(tx, flow.id, end))
    if (state !== 'slow_down') return
    const interval_seconds = flow.interval_seconds + SLOWER_BY_SECONDS
    const next_poll_at = iso(nowMs() + interval_seconds * 1000)
    await store.updateFlow(tx, flow.id, { interval_seconds, next_poll_at })
  }

  /** The provider gives the tokens once, so they are stored before anything else. */
  async function receive(flow: FlowRow, tokens: AccountTokens, signal?: AbortSignal): Promise<void> {
    secrets.register(tokens)
    const tokens_box = secrets.sealReceived(flow.id, tokens)
    const next_poll_at = iso(nowMs() + PROOF_MS)
    const isPending = await database.transaction(tx =>
      store.updateFlow(tx, flow.id, { tokens_box, next_poll_at }),
    )
    // Cancelled while the provider was polled: the received tokens are not used.
    if (isPending) await tryAccount(flow, tokens_box, signal)
  }

  /** 2:4.6.3: one answer with exactly this account. If it fails, the former link and choice stay. */
  async function tryAccount(flow: FlowRow, tokens_box: string, signal?: AbortSignal): Promise<void> {
    const tokens = secrets.openReceived(flow.id, tokens_box)
    const { provider, model } = flow
    const account = {
      provider,
      model,
      secret: tokens.access_token,
      base_url: '',
      effort: '',
      use_proxy: false,
    } as const
    try {
      await models.prove(account, signal)
    } catch (error) {
      if (!(error instanceof ModelFault)) throw error
      log.info({ err: error }, 'a linked AI account did not answer')
      await database.transaction(tx => store.endFlow(tx, flow.id, { status: 'failed', error: error.message }))
      return
    }
    await database.withWriteLock('ai-links', tx => connect(tx, flow, tokens))
  }

  /** Link, choice and end of the flow together. */
  async function connect(tx: Tx, flow: FlowRow, tokens: AccountTokens): Promise<void> {
    const { id: flow_id, owner, provider, model } = flow
    if (!(await mayLink(tx, flow))) return void (await store.endFlow(tx, flow_id, { status: 'cancelled' }))
    if (!(await store.endFlow(tx, flow_id, { status: 'connected' }))) return
    const id = newId('al')
    const now = iso(nowMs())
    await store.replaceLink(tx, {
      id,
      owner,
      user_id: userIdOf(owner),
      provider,
      tokens_box: secrets.sealTokens(id, tokens),
      expires_at: tokens.expires_at,
      email: tokens.email,
      plan_type: tokens.plan_type,
      issued_by: providerOf(provider).issued_by,
      revision: 1,
      refused_revision: null,
      renewal_began_at: null,
      reconnect_required: 0,
      created_at: now,
      updated_at: now,
    })
    await parts.accountLinked(tx, { owner, provider, model })
  }

  /** Whether the session that began this still exists, and for the server's account is still an admin's. */
  async function mayLink(tx: Tx, flow: FlowRow): Promise<boolean> {
    const caller = await findCaller(tx, flow)
    return caller !== null && (flow.owner !== 'shared' || caller.role === 'admin')
  }

  async function present({ status, error, owner, provider }: FlowRow): Promise<AiDeviceFlow> {
    if (status === 'connected') return { status, account: await parts.statusOf(owner, provider) }
    return { status, ...(error !== null && { error }) }
  }

  return {
    begin,

    async read(caller: Caller, target: LinkTarget, flow_id: string): Promise<AiDeviceFlow> {
      const flow = await find(caller, target, flow_id)
      if (flow.status === 'pending') await advance(flow)
      const answer = await present(await find(caller, target, flow_id))
      await parts.assertCaller(caller, target.owner)
      return answer
    },

    async cancel(caller: Caller, target: LinkTarget, flow_id: string) {
      await find(caller, target, flow_id)
      const isEnded = await database.transaction(tx => store.endFlow(tx, flow_id, { status: 'cancelled' }))
      if (!isEnded && (await find(caller, target, flow_id)).status === 'connected') {
        throw new Refusal('conflict', { error: 'This account is linked already. Unlink it instead.' })
      }
      return { status: 'cancelled' as const }
    },
  }
}
