import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import type { Platform } from '#platform/platform.ts'
import type { LanguageModels } from '#ports/language-model.ts'
import { createLanguageModels } from '#upstreams/language-models/language-models.ts'
import { createCatalog, defaultModel, modelIdAt } from './ai-catalog.ts'
import type { AiModels } from './ai-models.ts'
import { proveAccount } from './prove-account.ts'

/** Language models of all providers. */
export function createAiModelsSlice({ config, clock, outbound }: Platform): { api: AiModels; routes: [] } {
  const { ai } = config
  const upstream = createLanguageModels({
    external: outbound.external,
    internal: outbound.internal,
    urls: {
      openai: ai.openai_url,
      anthropic: ai.anthropic_url,
      gemini: ai.gemini_url,
      xai: ai.xai_url,
      oauth_a: ai.oauth_a.api_url,
      oauth_b: ai.oauth_b.api_url,
    },
  })
  const models: LanguageModels = {
    stream: (account, request) =>
      upstream.stream({ ...account, model: modelIdAt(account.provider, account.model) }, request),
  }
  const isAvailable = (provider: AiOauthProvider) => Boolean(ai[provider].url && ai[provider].client_id)
  return {
    api: {
      ...models,
      catalog: createCatalog(isAvailable),
      preselected: { provider: ai.provider, model: ai.model ?? defaultModel(ai.provider) },
      defaultModel,
      isAvailable,
      prove: (account, signal) => proveAccount({ clock, models }, account, signal),
    },
    routes: [],
  }
}
