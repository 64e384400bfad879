import type {
  AiCatalogEntry,
  AiKeyProvider,
  AiOauthProvider,
  AiProvider,
} from '@foyer/contract/assistant/ai-providers'

/** Where people get a key. A server of one's own has no such page. */
export const KEY_PAGES: Readonly<Record<Exclude<AiKeyProvider, 'local_openai'>, string>> = {
  openai: 'https://platform.openai.com/api-keys',
  anthropic: 'https://console.anthropic.com/settings/keys',
  gemini: 'https://aistudio.google.com/apikey',
  grok: 'https://console.x.ai',
}

export function keyPageOf(provider: AiProvider): string | undefined {
  return Object.entries(KEY_PAGES).find(([id]) => id === provider)?.[1]
}

export function isLinked(provider: AiProvider): provider is AiOauthProvider {
  return provider === 'oauth_a' || provider === 'oauth_b'
}

/** Linked accounts that this server is set up for. */
export function linkedProviders(providers: readonly AiCatalogEntry[]): AiOauthProvider[] {
  return providers
    .filter(entry => entry.available)
    .map(entry => entry.id)
    .filter(isLinked)
}

/** The providers to choose from: those that can be used, and the chosen one even if it cannot any more. */
export function choosable(
  providers: readonly AiCatalogEntry[],
  chosen: string | undefined,
): readonly AiCatalogEntry[] {
  return providers.filter(entry => entry.available || entry.id === chosen)
}

export function providerLabel(providers: readonly AiCatalogEntry[], id: string): string {
  return providers.find(entry => entry.id === id)?.label ?? id
}

export function modelLabel(providers: readonly AiCatalogEntry[], provider: string, model: string): string {
  const entry = providers.find(({ id }) => id === provider)
  return entry?.models.find(({ id }) => id === model)?.label ?? model
}
