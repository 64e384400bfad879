import type { LanguageModel } from 'ai'
import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { ModelAccount } from '#ports/language-model.ts'
import type { CallPlan } from './call-plan.ts'

/** Where providers are reached (E). */
export interface ProviderUrls {
  openai: string
  anthropic: string
  gemini: string
  xai: string
  oauth_a: string
  oauth_b: string
}

/** Some proxies in front of local servers refuse an empty bearer. */
const NO_KEY = 'no-key'

type Fields = Record<string, string | number | boolean | string[] | Record<string, string>>

/** A model of the library, and the options of the call in the provider's own terms. */
export interface ProviderModel {
  model: LanguageModel
  options: Record<string, Fields>
  /** Undefined where the limit is among the options. */
  max_output_tokens: number | undefined
}

export interface ModelCall {
  account: ModelAccount
  plan: CallPlan
  max_output_tokens: number | undefined
}

export function baseUrl({ provider, base_url }: ModelAccount, urls: ProviderUrls): string {
  const bases: Record<AiProvider, string> = { ...urls, grok: urls.xai, local_openai: base_url }
  return bases[provider].replace(/\/+$/, '')
}

/** Each library is loaded when its provider is first used. */
export async function openModel(
  call: ModelCall,
  urls: ProviderUrls,
  fetch: typeof globalThis.fetch,
): Promise<ProviderModel> {
  const { account, plan } = call
  const settings = { baseURL: baseUrl(account, urls), apiKey: account.secret || NO_KEY, fetch }
  if (plan.wire === 'messages') return openAnthropic(call, settings)
  if (plan.wire === 'gemini') return openGemini(call, settings)
  return plan.wire === 'chat' ? openChat(call, settings) : openResponses(call, settings)
}

interface Settings {
  baseURL: string
  apiKey: string
  fetch: typeof globalThis.fetch
}

async function openAnthropic(
  { account, plan, max_output_tokens }: ModelCall,
  settings: Settings,
): Promise<ProviderModel> {
  const { createAnthropic } = await import('@ai-sdk/anthropic')
  const anthropic = createAnthropic({ ...settings, baseURL: `${settings.baseURL}/v1` })
  return {
    model: anthropic(account.model),
    options: { anthropic: { ...(plan.effort && { effort: plan.effort }) } },
    max_output_tokens,
  }
}

async function openGemini(
  { account, plan, max_output_tokens }: ModelCall,
  settings: Settings,
): Promise<ProviderModel> {
  const { createGoogle } = await import('@ai-sdk/google')
  const google = createGoogle({ ...settings, baseURL: `${settings.baseURL}/v1beta` })
  return {
    model: google(account.model),
    options: { google: { ...(plan.effort && { thinkingConfig: { thinkingLevel: plan.effort } }) } },
    max_output_tokens,
  }
}

/** Nothing is stored at the provider: its reasoning comes encrypted, and goes back with the next request. */
async function openResponses(
  { account, plan, max_output_tokens }: ModelCall,
  settings: Settings,
): Promise<ProviderModel> {
  const { createOpenAI } = await import('@ai-sdk/openai')
  // The library asks for it by itself where it knows that the model reasons.
  const is_xai = account.provider === 'grok' || account.provider === 'oauth_b'
  const include: Fields = is_xai ? { include: ['reasoning.encrypted_content'] } : {}
  // It would leave the effort out for models that it does not know.
  const effort: Fields = plan.effort ? { reasoningEffort: plan.effort, forceReasoning: true } : {}
  return {
    model: createOpenAI(settings).responses(account.model),
    options: { openai: { store: false, ...include, ...effort } },
    max_output_tokens,
  }
}

/** The library for compatible servers: that for OpenAI refuses chunks of mirrors that leave out what nobody needs. */
async function openChat(
  { account, plan, max_output_tokens }: ModelCall,
  settings: Settings,
): Promise<ProviderModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const compatible = createOpenAICompatible({ ...settings, name: 'compatible', includeUsage: true })
  const effort: Fields = plan.effort ? { reasoningEffort: plan.effort } : {}
  // OpenAI and xAI have retired `max_tokens`; local servers may know nothing else.
  const is_local = account.provider === 'local_openai'
  const limit: Fields =
    is_local || max_output_tokens === undefined ? {} : { max_completion_tokens: max_output_tokens }
  return {
    model: compatible.chatModel(account.model),
    options: { compatible: { ...effort, ...limit } },
    max_output_tokens: is_local ? max_output_tokens : undefined,
  }
}
