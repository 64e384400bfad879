import {
  AI_OAUTH_PROVIDERS,
  type AiCatalogEntry,
  type AiOauthProvider,
  type AiProvider,
} from '@foyer/contract/assistant/ai-providers'

type Model = AiCatalogEntry['models'][number]

const GROK_MODELS: readonly Model[] = [
  { id: 'grok-4.7', label: 'Grok 4.7' },
  { id: 'grok-4.6', label: 'Grok 4.6' },
  { id: 'grok-4.5', label: 'Grok 4.5' },
]

/** The model that `default` stands for. */
const RECOMMENDED = { oauth_a: 'gpt-5.6-terra' } as const

const API_KEY = {
  auth_type: 'api_key',
  supports_base_url: false,
  supports_reasoning_effort: false,
  supports_proxy_opt_in: false,
  shared_only: false,
} as const

const OAUTH = { ...API_KEY, auth_type: 'user_oauth', credential_key: '' } as const

/**
 * The providers in the order of pages, and models that they offered on 2026-10-09; the first model is the default. Any
 * other id can be entered: the save-time turn proves it (2/4.6).
 */
const ENTRIES: readonly Readonly<
  Omit<AiCatalogEntry, 'available' | 'models'> & { models: readonly Model[] }
>[] = [
  {
    ...API_KEY,
    id: 'openai',
    label: 'OpenAI',
    credential_key: 'openai_key',
    supports_reasoning_effort: true,
    models: [
      { id: 'gpt-4.1-mini', label: 'GPT-4.1 mini' },
      { id: 'gpt-5.4-mini', label: 'GPT-5.4 mini' },
      { id: 'gpt-5.5', label: 'GPT-5.5' },
      { id: 'gpt-5.6-sol', label: 'GPT-5.6 Sol' },
      { id: 'gpt-5.6-terra', label: 'GPT-5.6 Terra' },
      { id: 'gpt-5.6-luna', label: 'GPT-5.6 Luna' },
      { id: 'gpt-6-astra', label: 'GPT-6 Astra' },
      { id: 'gpt-6-sol', label: 'GPT-6 Sol' },
      { id: 'gpt-6-luna', label: 'GPT-6 Luna' },
      { id: 'gpt-6.1-sol', label: 'GPT-6.1 Sol' },
    ],
  },
  {
    ...API_KEY,
    id: 'anthropic',
    label: 'Anthropic',
    credential_key: 'anthropic_key',
    models: [
      { id: 'claude-opus-5-5', label: 'Claude Opus 5.5' },
      { id: 'claude-fable-5-1', label: 'Claude Fable 5.1' },
      { id: 'claude-sonnet-5-5', label: 'Claude Sonnet 5.5' },
      { id: 'claude-haiku-5-5', label: 'Claude Haiku 5.5' },
    ],
  },
  {
    ...API_KEY,
    id: 'gemini',
    label: 'Google Gemini',
    credential_key: 'gemini_key',
    models: [
      { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash' },
      { id: 'gemini-3.7-flash', label: 'Gemini 3.7 Flash' },
      { id: 'gemini-3.6-flash', label: 'Gemini 3.6 Flash' },
      { id: 'gemini-3.5-flash', label: 'Gemini 3.5 Flash' },
      { id: 'gemini-3.5-flash-lite', label: 'Gemini 3.5 Flash-Lite' },
      { id: 'gemini-3.1-flash-lite', label: 'Gemini 3.1 Flash-Lite' },
      { id: 'gemini-3.1-pro-preview', label: 'Gemini 3.1 Pro (preview)' },
    ],
  },
  { ...API_KEY, id: 'grok', label: 'xAI Grok', credential_key: 'grok_key', models: GROK_MODELS },
  {
    ...OAUTH,
    id: 'oauth_a',
    label: 'OpenAI account',
    models: [
      { id: 'default', label: 'Recommended', description: 'GPT-5.6 Terra' },
      { id: 'gpt-5.6-sol', label: 'GPT-5.6 Sol' },
      { id: 'gpt-5.6-terra', label: 'GPT-5.6 Terra' },
      { id: 'gpt-5.6-luna', label: 'GPT-5.6 Luna' },
    ],
  },
  { ...OAUTH, id: 'oauth_b', label: 'xAI account', models: GROK_MODELS },
  {
    ...API_KEY,
    id: 'local_openai',
    label: 'OpenAI-compatible server',
    credential_key: 'local_openai_key',
    supports_base_url: true,
    supports_reasoning_effort: true,
    supports_proxy_opt_in: true,
    shared_only: true,
    models: [],
  },
]

/** Linked accounts are available where this server has an address and a client id for them (R8). */
export function createCatalog(
  isAvailable: (provider: AiOauthProvider) => boolean,
): readonly AiCatalogEntry[] {
  return ENTRIES.map(entry => ({
    ...entry,
    models: [...entry.models],
    available: !isOauth(entry.id) || isAvailable(entry.id),
  }))
}

/** The first model of the provider; empty for a local server. */
export function defaultModel(provider: AiProvider): string {
  return ENTRIES.find(({ id }) => id === provider)?.models[0]?.id ?? ''
}

/** The id by which the provider knows the model. */
export function modelIdAt(provider: AiProvider, model: string): string {
  return provider === 'oauth_a' && model === 'default' ? RECOMMENDED.oauth_a : model
}

function isOauth(provider: AiProvider): provider is AiOauthProvider {
  return AI_OAUTH_PROVIDERS.some(oauth => oauth === provider)
}
