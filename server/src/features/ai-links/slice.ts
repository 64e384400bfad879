import type { AiModels } from '#features/ai-models/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { ModelAccountProvider } from '#ports/model-account.ts'
import { createModelAccount } from '#upstreams/model-accounts/model-account.ts'
import { aiLinkRoutes } from './ai-link-routes.ts'
import { createAiLinks } from './ai-links.ts'

/** Accounts at AI providers, linked by a code. */
export function createAiLinksSlice(platform: Platform, needs: { models: AiModels }) {
  const { clock, hooks, scrubber, config } = platform
  const { external } = platform.outbound
  const { oauth_a, oauth_b } = config.ai

  function providerOf(settings: typeof oauth_a | typeof oauth_b): ModelAccountProvider | null {
    const { url, client_id } = settings
    if (url === undefined || client_id === undefined) return null
    return createModelAccount({ ...settings, external, clock, url, client_id })
  }

  const ai_links = createAiLinks({
    ...platform,
    ...needs,
    providers: { oauth_a: providerOf(oauth_a), oauth_b: providerOf(oauth_b) },
    accountLinked: hooks.aiAccountLinked.run,
    selectedModel: hooks.selectedModel.find,
    registerSecret: scrubber.register,
  })
  return { api: ai_links.links, routes: aiLinkRoutes(ai_links) }
}
