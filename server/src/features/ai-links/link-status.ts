import type { AiAccountStatus } from '@foyer/contract/assistant/ai-oauth'
import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createValueCache } from '#kit/value-cache.ts'
import type { AccountUsage } from '#ports/model-account.ts'
import type { AiLinkParts } from './ai-link-parts.ts'
import { DISCONNECTED, NOT_CONFIGURED, presentLink } from './ai-link-rules.ts'
import * as store from './ai-link-store.ts'
import type { LinkRow } from './ai-link-store.ts'
import type { LinkOwner } from './ai-links-tables.ts'
import type { LinkTokensKeeper } from './link-tokens.ts'

const USAGE_MS = MINUTE_MS
/** What was known before is shown while the provider does not answer, for this long. */
const REMEMBERED_MS = DAY_MS
const MAX_BYTES = 1024 * 1024

type Usage = Pick<AiAccountStatus, 'usage' | 'stale'>

/** Linked accounts as their owners see them (2/4.6). */
export function createLinkStatus(parts: AiLinkParts & { tokens: LinkTokensKeeper }) {
  const { database, clock, log, tokens, providers } = parts
  const size_of = (windows: AccountUsage[]) => JSON.stringify(windows).length * 2
  const fresh = createValueCache<AccountUsage[]>({ name: 'ai-usage', max_bytes: MAX_BYTES, clock, size_of })
  const last = createValueCache<AccountUsage[]>({ max_bytes: MAX_BYTES, clock, size_of })

  async function usageOf({ id, owner, provider }: LinkRow): Promise<Usage> {
    const readUsage = providers[provider]?.usage
    if (!readUsage) return { stale: false }
    try {
      const windows = await fresh.get(id, { ttl_ms: USAGE_MS }, async () =>
        readUsage(await tokens.accessToken(owner, provider)),
      )
      last.invalidateKey(id)
      await last.get(id, { ttl_ms: REMEMBERED_MS }, async () => windows)
      return { usage: { windows }, stale: false }
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof ModelFault)) throw error
      log.info({ err: error }, 'the usage of a linked AI account could not be read')
      const windows = last.getNow(id)
      return { ...(windows && { usage: { windows } }), stale: true }
    }
  }

  return async function statusOf(owner: LinkOwner, provider: AiOauthProvider): Promise<AiAccountStatus> {
    if (!providers[provider]) return NOT_CONFIGURED
    const before = await store.findLink(database.read, owner, provider)
    const usage = before && tokens.isConnected(before) ? await usageOf(before) : { stale: false }
    // The token may have been renewed or refused while the usage was read.
    const link = await store.findLink(database.read, owner, provider)
    if (!link) return DISCONNECTED
    const model = await parts.selectedModel(database.read, owner, provider)
    if (!tokens.isConnected(link)) return presentLink(link, { connected: false, stale: false, model })
    const is_same = link.id === before?.id
    return presentLink(link, { connected: true, model, ...(is_same ? usage : { stale: false }) })
  }
}

export type StatusOf = ReturnType<typeof createLinkStatus>
