import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { createSharedRenewals } from '#jobs/shared-renewals.ts'
import { iso } from '#kit/clock.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { isDoneUnread, UpstreamFault } from '#kit/upstream-fault.ts'
import type { AccountTokens } from '#ports/model-account.ts'
import type { AiLinkParts } from './ai-link-parts.ts'
import {
  audienceOf,
  isRefusedAgain,
  isRenewalDue,
  isUsable,
  mayRenew,
  modelFaultOf,
} from './ai-link-rules.ts'
import * as store from './ai-link-store.ts'
import type { LinkRow } from './ai-link-store.ts'
import type { LinkOwner } from './ai-links-tables.ts'
import type { LinkSecrets } from './link-secrets.ts'

/** Access tokens of linked accounts, renewed one at a time per link: a refresh token may work only once (2:4.6). */
export function createLinkTokens(parts: AiLinkParts & { secrets: LinkSecrets }) {
  const { database, clock, events, secrets, providers } = parts
  const renewOnce = createSharedRenewals<LinkRow>(parts)
  /** Renewed tokens that could not be stored yet, by link: nobody else has them. */
  const unsaved = new Map<string, AccountTokens>()
  const nowMs = () => clock.now().getTime()
  const tokenOf = (link: LinkRow) => secrets.openTokens(link).access_token

  /** False: the tokens are for another server or app than the configured one, or were refused for good. */
  function isConnected({ provider, issued_by, reconnect_required }: LinkRow): boolean {
    return reconnect_required === 0 && providers[provider]?.issued_by === issued_by
  }

  async function current(id: string): Promise<LinkRow> {
    const row = await store.findLinkById(database.read, id)
    if (!row) throw new ModelFault('invalid_credentials')
    return row
  }

  async function renewShared(link: LinkRow): Promise<LinkRow> {
    const renewed = await renewOnce({
      name: `ai link ${link.id}`,
      renew: () => renew(link),
      async findRenewed() {
        const row = await current(link.id)
        return row.revision === link.revision ? null : row
      },
    })
    if (!renewed) throw new ModelFault('upstream_unavailable', { transient: true })
    return renewed
  }

  async function renew(seen: LinkRow): Promise<LinkRow> {
    const row = await current(seen.id)
    if (row.revision !== seen.revision) return row
    const provider = providers[row.provider]
    if (!provider || !isConnected(row)) throw new ModelFault('invalid_credentials')
    if (!mayRenew(row, nowMs())) return row
    const { refresh_token } = secrets.openTokens(row)
    if (refresh_token === null) {
      if (isUsable(row, nowMs())) return row
      await requireReconnect(row)
      throw new ModelFault('invalid_credentials')
    }
    // A row before the network: after a crash it is known that the token may be spent.
    if (!(await write(row, { renewal_began_at: iso(nowMs()) }))) return current(row.id)
    try {
      const tokens = await provider.renew(refresh_token)
      if (tokens) return await save(row, { ...tokens, refresh_token: tokens.refresh_token ?? refresh_token })
      await requireReconnect(row)
      throw new ModelFault('invalid_credentials')
    } catch (error) {
      const isUnspent =
        error instanceof UpstreamFault && error.kind !== 'outcome_unknown' && !isDoneUnread(error)
      if (isUnspent) await write(row, { renewal_began_at: null })
      throw error
    }
  }

  /** Stored before it is used. Until that succeeds the tokens stay in memory. */
  async function save(row: LinkRow, tokens: AccountTokens): Promise<LinkRow> {
    unsaved.set(row.id, secrets.register(tokens))
    await write(row, {
      tokens_box: secrets.sealTokens(row.id, tokens),
      expires_at: tokens.expires_at,
      email: tokens.email ?? row.email,
      plan_type: tokens.plan_type ?? row.plan_type,
      revision: row.revision + 1,
      renewal_began_at: null,
      reconnect_required: 0,
      updated_at: iso(nowMs()),
    })
    unsaved.delete(row.id)
    return current(row.id)
  }

  async function write(row: LinkRow, change: Parameters<typeof store.updateLink>[2]): Promise<boolean> {
    return database.transaction(tx => store.updateLink(tx, row, change))
  }

  async function requireReconnect(row: LinkRow): Promise<void> {
    await database.transaction(async tx => {
      const change = { reconnect_required: 1, renewal_began_at: null, updated_at: iso(nowMs()) } as const
      if (!(await store.updateLink(tx, row, change))) return
      await events.publish(tx, { type: 'config_changed', data: {} }, audienceOf(row.owner))
    })
  }

  async function find(owner: LinkOwner, provider: AiOauthProvider): Promise<LinkRow | undefined> {
    const row = await store.findLink(database.read, owner, provider)
    const tokens = row && unsaved.get(row.id)
    return tokens ? save(row, tokens) : row
  }

  return {
    isConnected,

    /** A token that should work now. If the renewal fails, a token that is still valid is used. */
    async accessToken(owner: LinkOwner, provider: AiOauthProvider): Promise<string> {
      const link = await find(owner, provider)
      if (!link || !isConnected(link)) throw new ModelFault('invalid_credentials')
      if (!isRenewalDue(link, nowMs())) return tokenOf(link)
      try {
        return tokenOf(await renewShared(link))
      } catch (error) {
        const fault = error instanceof UpstreamFault ? modelFaultOf(error) : error
        const now = await store.findLinkById(database.read, link.id)
        const isStillGood = now?.revision === link.revision && isConnected(now) && isUsable(now, nowMs())
        if (fault instanceof ModelFault && isStillGood) return tokenOf(now)
        throw fault
      }
    },

    /**
     * The provider refused this token before its time: it is renewed at the next call. If a token is refused that
     * was just renewed for this reason, the account must be linked again. True: the next call may help.
     */
    async reportRefused(owner: LinkOwner, provider: AiOauthProvider, access_token: string): Promise<boolean> {
      const link = await store.findLink(database.read, owner, provider)
      if (!link || !isConnected(link)) return false
      if (tokenOf(link) !== access_token) return true
      if (isRefusedAgain(link, nowMs())) {
        await requireReconnect(link)
        return false
      }
      await write(link, { refused_revision: link.revision })
      return true
    },
  }
}

export type LinkTokensKeeper = ReturnType<typeof createLinkTokens>
