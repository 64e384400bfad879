import { isDeepStrictEqual } from 'node:util'
import {
  AI_OAUTH_PROVIDERS,
  type AiKeyProvider,
  type AiOauthProvider,
  type AiProvider,
  type ReasoningEffort,
} from '@foyer/contract/assistant/ai-providers'
import type { AiSelection } from '@foyer/contract/assistant/ai-settings'
import { AI_KEYS, type AiKey, type SharedAiChange } from '@foyer/contract/credentials'
import { needsSecretAgain, originOf } from '@foyer/contract/secret-origin'
import { acceptUrl } from '#features/instances/index.ts'
import type { ModelAccount } from '#ports/language-model.ts'
import type { SavedSharedAi } from './shared-ai-settings.ts'

/** What the catalogue knows of models. */
export interface KnownModels {
  /** The profile that pages preselect (E). */
  preselected: AiSelection
  defaultModel(provider: AiProvider): string
}

const PROVIDER_OF_KEY: Record<AiKey, AiKeyProvider> = {
  anthropic_key: 'anthropic',
  openai_key: 'openai',
  gemini_key: 'gemini',
  grok_key: 'grok',
  local_openai_key: 'local_openai',
}

export function isOauth(provider: AiProvider): provider is AiOauthProvider {
  return AI_OAUTH_PROVIDERS.some(one => one === provider)
}

export function isAiKey(text: string): text is AiKey {
  return AI_KEYS.some(key => key === text)
}

export function keyOf({ keys }: Pick<SavedSharedAi, 'keys'>, provider: AiKeyProvider): string {
  return keys[`${provider}_key`]
}

/** The saved profile, else the preselected one once everything it needs is stored. Linked accounts are never preselected. */
export function profileInForce(saved: SavedSharedAi, { preselected }: KnownModels): AiSelection | null {
  if (saved.profile) return saved.profile
  if (preselected.model === '' || isOauth(preselected.provider)) return null
  return hasAllItNeeds(sharedAccount(saved, preselected)) ? preselected : null
}

/** The account of a profile. The token of a linked account is added when it is used. */
export function sharedAccount(saved: SavedSharedAi, { provider, model }: AiSelection): ModelAccount {
  const is_local = provider === 'local_openai'
  return {
    provider,
    model,
    secret: isOauth(provider) ? '' : keyOf(saved, provider),
    base_url: is_local ? saved.local_openai_base_url : '',
    effort: effortOf(saved, provider),
    use_proxy: is_local && saved.local_openai_use_proxy,
  }
}

function effortOf(saved: SavedSharedAi, provider: AiProvider): ReasoningEffort {
  if (provider === 'openai') return saved.openai_reasoning_effort
  return provider === 'local_openai' ? saved.local_openai_reasoning_effort : ''
}

/** Whether an account with a key can be used: a local server needs an address and may have no key (2/4.6). */
export function hasAllItNeeds({ provider, secret, base_url }: ModelAccount): boolean {
  return provider === 'local_openai' ? base_url !== '' : secret !== ''
}

export function isSameAccount(a: ModelAccount | null, b: ModelAccount | null): boolean {
  return isDeepStrictEqual(a, b)
}

/** The account in force; null when there is no profile. */
export function accountInForce(saved: SavedSharedAi, models: KnownModels): ModelAccount | null {
  const profile = profileInForce(saved, models)
  return profile && sharedAccount(saved, profile)
}

/** Partial: omitted fields stay, and a blank key keeps the stored one (0.3). */
export function applyChange(
  saved: SavedSharedAi,
  change: SharedAiChange,
  models: KnownModels,
): SavedSharedAi {
  const keys = Object.fromEntries(AI_KEYS.map(key => [key, change[key]?.trim() || saved.keys[key]]))
  const address = change.local_openai_base_url
  const base_url = address === undefined ? saved.local_openai_base_url : (acceptUrl(address) ?? '')
  return {
    profile: nextProfile(saved, change, models),
    keys: keys as SavedSharedAi['keys'],
    local_openai_key_origin: isSupplied(change, 'local_openai_key')
      ? (originOf(base_url) ?? '')
      : saved.local_openai_key_origin,
    openai_reasoning_effort: change.openai_reasoning_effort ?? saved.openai_reasoning_effort,
    local_openai_base_url: base_url,
    local_openai_reasoning_effort:
      change.local_openai_reasoning_effort ?? saved.local_openai_reasoning_effort,
    local_openai_use_proxy: change.local_openai_use_proxy ?? saved.local_openai_use_proxy,
  }
}

function isSupplied(change: SharedAiChange, key: AiKey): boolean {
  return (change[key]?.trim() ?? '') !== ''
}

function nextProfile(saved: SavedSharedAi, change: SharedAiChange, models: KnownModels): AiSelection | null {
  const { ai_provider, ai_model } = change
  if (ai_provider === '') return null
  if (ai_provider) return { provider: ai_provider, model: ai_model || models.defaultModel(ai_provider) }
  if (!ai_model) return saved.profile
  return { provider: saved.profile?.provider ?? models.preselected.provider, model: ai_model }
}

/** Messages by field; empty when the change is valid. */
export function findProblems(
  next: SavedSharedAi,
  change: SharedAiChange,
  models: KnownModels,
): Record<string, string> {
  const profile = profileInForce(next, models)
  const is_local = profile?.provider === 'local_openai'
  const problems: Record<string, string> = {}
  if (change.local_openai_base_url && next.local_openai_base_url === '') {
    problems['local_openai_base_url'] =
      'Use an address such as http://192.168.1.20:11434/v1, without user, query or fragment.'
  } else if (is_local && next.local_openai_base_url === '') {
    problems['local_openai_base_url'] = 'Give the address of the local server.'
  }
  if (is_local && profile.model === '') problems['ai_model'] = 'Name a model of the local server.'
  // Without a model nothing can be asked, and a key that was not tried is not saved (2:4.7.1).
  if (!is_local && isSupplied(change, 'local_openai_key')) {
    problems['local_openai_key'] = 'Choose the local server and one of its models together with its key.'
  }
  return problems
}

/** C67: whether the stored key of the local server would go to another origin than the one it was saved for. */
export function movesLocalKey(saved: SavedSharedAi, next: SavedSharedAi, change: SharedAiChange): boolean {
  return needsSecretAgain({
    keeps_secret: saved.keys.local_openai_key !== '' && !isSupplied(change, 'local_openai_key'),
    saved_for: saved.local_openai_key_origin,
    address: next.local_openai_base_url,
  })
}

export interface Proofs {
  /** The account in force after the change, if it has to answer before the change is saved. */
  in_force: ModelAccount | null
  /** Accounts of other providers whose key was supplied. */
  others: ModelAccount[]
}

/**
 * 2:4.7.1: everything that must answer once before the change is saved. The account in force answers when it was
 * chosen, when its key was supplied, or when anything else of it changed.
 */
export function proofsOf(
  saved: SavedSharedAi,
  next: SavedSharedAi,
  change: SharedAiChange,
  models: KnownModels,
): Proofs {
  const after = accountInForce(next, models)
  const supplied = AI_KEYS.filter(key => isSupplied(change, key)).map(key => PROVIDER_OF_KEY[key])
  const is_cleared = change.ai_provider === ''
  const is_chosen = !is_cleared && Boolean(change.ai_provider || change.ai_model)
  const others = supplied
    .filter(provider => provider !== after?.provider)
    .map(provider => sharedAccount(next, { provider, model: models.defaultModel(provider) }))
  if (!after) return { in_force: null, others }
  const has_new_key = supplied.some(provider => provider === after.provider)
  const is_changed =
    !is_cleared && hasAllItNeeds(after) && !isSameAccount(after, accountInForce(saved, models))
  return { in_force: is_chosen || has_new_key || is_changed ? after : null, others }
}
