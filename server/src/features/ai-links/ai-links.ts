import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Db } from '#db/database.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { AiLinkParts } from './ai-link-parts.ts'
import { audienceOf } from './ai-link-rules.ts'
import * as store from './ai-link-store.ts'
import type { LinkOwner } from './ai-links-tables.ts'
import { createLinkFlows, type LinkTarget } from './link-flows.ts'
import { createLinkSecrets } from './link-secrets.ts'
import { createLinkStatus } from './link-status.ts'
import { createLinkTokens } from './link-tokens.ts'

export type LinkState =
  /** `link_id` changes whenever an account is linked again. */
  { state: 'connected' | 'reconnect_required'; link_id: string } | { state: 'unavailable' | 'disconnected' }

/** Accounts at AI providers that were linked by a code. */
export interface AiLinks {
  stateOf(db: Db, owner: LinkOwner, provider: AiOauthProvider): Promise<LinkState>
  /** A token that should work now, renewed if it ends soon. Throws ModelFault when there is none. */
  accessToken(owner: LinkOwner, provider: AiOauthProvider): Promise<string>
  /**
   * The provider refused this token in an answer: the next `accessToken` renews it, once. If the renewed one is
   * refused, too, the account must be linked again. True: the next call may help.
   */
  reportRefused(owner: LinkOwner, provider: AiOauthProvider, access_token: string): Promise<boolean>
}

export function createAiLinks(parts: AiLinkParts) {
  const { database, providers } = parts
  const secrets = createLinkSecrets(parts)
  const tokens = createLinkTokens({ ...parts, secrets })
  const statusOf = createLinkStatus({ ...parts, tokens })
  const currentCaller = createCurrentCaller(database)

  async function assertCaller(caller: Caller, owner: LinkOwner): Promise<void> {
    const { role } = await currentCaller(caller)
    if (owner === 'shared' && role !== 'admin') throw new Refusal('forbidden')
  }

  const flows = createLinkFlows({ ...parts, secrets, statusOf, assertCaller })

  const links: AiLinks = {
    async stateOf(db, owner, provider) {
      if (!providers[provider]) return { state: 'unavailable' }
      const link = await store.findLink(db, owner, provider)
      if (!link) return { state: 'disconnected' }
      return { state: tokens.isConnected(link) ? 'connected' : 'reconnect_required', link_id: link.id }
    },
    accessToken: tokens.accessToken,
    reportRefused: tokens.reportRefused,
  }

  return {
    links,
    flows,

    async status(caller: Caller, { owner, provider }: LinkTarget) {
      const status = await statusOf(owner, provider)
      await assertCaller(caller, owner)
      return status
    },

    /** A model that was chosen with this account stays chosen, and is reported as disconnected (2/4.6). */
    async unlink({ owner, provider }: LinkTarget) {
      await database.transaction(async tx => {
        if (!(await store.deleteLink(tx, owner, provider))) return
        await parts.events.publish(tx, { type: 'config_changed', data: {} }, audienceOf(owner))
      })
      return { status: 'unlinked' as const }
    },
  }
}
