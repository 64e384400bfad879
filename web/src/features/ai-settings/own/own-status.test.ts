import { AI_REASONS, type AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import type { AiSettings } from '@foyer/contract/assistant/ai-settings'
import { expect, it } from 'vitest'
import de from '#locales/de/ai-settings.json' with { type: 'json' }
import en from '#locales/en/ai-settings.json' with { type: 'json' }
import { firstProvider, ownChange, ownDraft, ownGaps } from './own-draft.ts'
import { ownReason, ownStatus } from './own-status.ts'

function entry(id: AiCatalogEntry['id'], models: string[], available = true): AiCatalogEntry {
  return {
    id,
    label: id,
    auth_type: id.startsWith('oauth') ? 'user_oauth' : 'api_key',
    credential_key: id.startsWith('oauth') ? '' : `${id}_key`,
    supports_base_url: false,
    supports_reasoning_effort: false,
    supports_proxy_opt_in: false,
    shared_only: false,
    available,
    models: models.map(model => ({ id: model, label: model })),
  }
}

const OPENAI = entry('openai', ['small', 'large'])
const GROK = entry('grok', ['four', 'five'])
const ACCOUNT = entry('oauth_a', ['default'])

function settings(parts: Partial<AiSettings> = {}): AiSettings {
  return {
    providers: [OPENAI, GROK, ACCOUNT],
    default_provider: 'openai',
    default_model: 'large',
    personal: { selected: false, config: null, credentials: {}, reason: '' },
    shared: { granted: true, configured: true, reason: '' },
    effective: { available: true, source: 'shared', provider: '', model: '', reason: '' },
    ...parts,
  }
}

const OWN = {
  selected: true,
  config: { provider: 'grok', model: 'five' },
  credentials: { grok: true },
  reason: '',
} as const

it('2/4.6 every reason has a sentence in both languages that says what to do', () => {
  for (const reason of AI_REASONS) {
    const sentence = ownReason(reason)
    if (reason === '') expect(sentence).toBeNull()
    else for (const { reason: texts } of [en, de]) expect(texts[sentence ?? 'unavailable']).toMatch(/\S\.$/)
  }
})

it('shows what is in use: included, an own key, an own account, or nothing', () => {
  expect(ownStatus(settings())).toMatchObject({ source: 'included', state: 'ready', without_own: null })
  const effective = {
    available: true,
    source: 'personal',
    provider: 'grok',
    model: 'five',
    reason: '',
  } as const
  expect(ownStatus(settings({ personal: OWN, effective }))).toMatchObject({
    source: 'own_key',
    state: 'ready',
    chosen: { provider: 'grok', model: 'five' },
    without_own: 'included',
  })
  const linked = { ...OWN, config: { provider: 'oauth_a', model: 'default' } } as const
  expect(ownStatus(settings({ personal: linked, effective })).source).toBe('own_account')
  const none = {
    available: false,
    source: 'none',
    provider: '',
    model: '',
    reason: 'not_configured',
  } as const
  expect(ownStatus(settings({ effective: none }))).toMatchObject({
    source: 'none',
    state: 'off',
    reason: 'not_configured',
  })
})

it('2:4.6.4 an own choice that does not work is shown as such, not as included', () => {
  const effective = {
    available: false,
    source: 'personal',
    provider: 'grok',
    model: 'five',
    reason: 'personal_credential_missing',
  } as const
  const shared = { granted: false, configured: true, reason: '' } as const
  expect(ownStatus(settings({ personal: OWN, effective, shared }))).toMatchObject({
    source: 'own_key',
    state: 'failing',
    reason: 'own_key_missing',
    without_own: 'nothing',
  })
})

it('begins with what was chosen, else with the suggestion of the server', () => {
  expect(firstProvider(settings())?.id).toBe('openai')
  expect(ownDraft(settings(), OPENAI).model).toEqual({ listed: 'large', typed: '' })
  expect(ownDraft(settings(), GROK).model).toEqual({ listed: 'four', typed: '' })
  const chosen = settings({ personal: OWN })
  expect(firstProvider(chosen)?.id).toBe('grok')
  expect(ownDraft(chosen, GROK).model).toEqual({ listed: 'five', typed: '' })
  const unlisted = settings({ personal: { ...OWN, config: { provider: 'grok', model: 'next' } } })
  expect(ownDraft(unlisted, GROK).model).toEqual({ listed: '', typed: 'next' })
})

it('needs a model, and a key unless one is saved or an account stands for it', () => {
  const typed = { model: { listed: '', typed: ' ' }, key: null }
  expect(ownGaps({ entry: OPENAI, draft: typed, has_key: false })).toEqual(['model', 'key'])
  expect(ownGaps({ entry: OPENAI, draft: typed, has_key: true })).toEqual(['model'])
  const replaced = { model: { listed: 'small', typed: '' }, key: '  ' }
  expect(ownGaps({ entry: OPENAI, draft: replaced, has_key: true })).toEqual(['key'])
  expect(ownGaps({ entry: ACCOUNT, draft: { ...replaced, key: null }, has_key: false })).toEqual([])
})

it('sends a key only when one was typed', () => {
  const model = { listed: 'small', typed: 'ignored' }
  expect(ownChange({ entry: OPENAI, draft: { model, key: null } })).toEqual({
    provider: 'openai',
    model: 'small',
  })
  expect(ownChange({ entry: OPENAI, draft: { model, key: ' k ' } })).toEqual({
    provider: 'openai',
    model: 'small',
    api_key: 'k',
  })
})
