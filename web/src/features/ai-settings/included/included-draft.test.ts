import { AI_REASONS, type AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import type { Credentials, SharedAiProfile } from '@foyer/contract/credentials'
import { expect, it } from 'vitest'
import { hasKey, includedChange, includedDraft, includedGaps, needsKeyAgain } from './included-draft.ts'
import { checkState, includedState } from './included-state.ts'

const LOCAL: AiCatalogEntry = {
  id: 'local_openai',
  label: 'Local server',
  auth_type: 'api_key',
  credential_key: 'local_openai_key',
  supports_base_url: true,
  supports_reasoning_effort: true,
  supports_proxy_opt_in: true,
  shared_only: true,
  available: true,
  models: [],
}
const OPENAI: AiCatalogEntry = {
  ...LOCAL,
  id: 'openai',
  label: 'OpenAI',
  credential_key: 'openai_key',
  supports_base_url: false,
  supports_proxy_opt_in: false,
  shared_only: false,
  models: [{ id: 'small', label: 'Small' }],
}

const CHECK: SharedAiProfile['health_check'] = {
  enabled: true,
  interval_hours: 24,
  last_checked_at: '2026-11-16T09:00:00Z',
  last_ok: true,
}

function profile(parts: Partial<SharedAiProfile> = {}): SharedAiProfile {
  return {
    config: { provider: 'local_openai', model: 'llama' },
    providers: [OPENAI, LOCAL],
    openai_reasoning_effort: 'low',
    local_openai_base_url: 'http://nas.lan:11434/v1',
    local_openai_reasoning_effort: 'high',
    local_openai_use_proxy: false,
    health_check: CHECK,
    shared: { configured: true, reason: '' },
    ...parts,
  }
}

function saved(parts: Partial<SharedAiProfile> = {}): Credentials {
  const keys = {
    tmdb_access_token: false,
    list_provider_client_id: false,
    anthropic_key: false,
    openai_key: false,
    gemini_key: false,
    grok_key: false,
    local_openai_key: true,
  }
  return {
    credentials: keys,
    ...keys,
    tmdb_using_builtin: false,
    list_provider_using_builtin: false,
    ai: profile(parts),
  }
}

it('2:4.7 sends what belongs to the chosen provider, in one change', () => {
  const credentials = saved()
  const draft = { ...includedDraft(credentials, LOCAL), address: 'nas.lan:11434/v1', use_proxy: true }
  expect(includedChange({ entry: LOCAL, draft })).toEqual({
    ai_provider: 'local_openai',
    ai_model: 'llama',
    local_openai_base_url: 'http://nas.lan:11434/v1',
    local_openai_reasoning_effort: 'high',
    local_openai_use_proxy: true,
  })
  const other = { ...includedDraft(credentials, OPENAI), key: ' sk ' }
  expect(includedChange({ entry: OPENAI, draft: other })).toEqual({
    ai_provider: 'openai',
    ai_model: 'small',
    openai_key: 'sk',
    openai_reasoning_effort: 'low',
  })
})

it('a local server needs an address and a model, but no key', () => {
  const credentials = saved({ local_openai_base_url: '', config: null })
  const draft = includedDraft(credentials, LOCAL)
  expect(includedGaps({ entry: LOCAL, draft, credentials })).toEqual(['address', 'model'])
  expect(includedGaps({ entry: OPENAI, draft: includedDraft(credentials, OPENAI), credentials })).toEqual([
    'key',
  ])
  expect([hasKey(credentials, LOCAL), hasKey(credentials, OPENAI)]).toEqual([true, false])
})

it('C67 requires the key again when the server moves', () => {
  const credentials = saved()
  const at = (address: string, key: string | null = null) =>
    needsKeyAgain({
      entry: LOCAL,
      draft: { ...includedDraft(credentials, LOCAL), address, key },
      credentials,
    })
  expect([at('http://nas.lan:11434/other'), at('nas.lan:11434')]).toEqual([false, false])
  expect([at('http://nas.lan:1234/v1'), at('https://nas.lan:11434/v1')]).toEqual([true, true])
  expect(at('http://nas.lan:1234/v1', 'typed')).toBe(false)
  expect(
    needsKeyAgain({ entry: OPENAI, draft: includedDraft(credentials, OPENAI), credentials }),
    'only where an address can be set',
  ).toBe(false)
})

it('2/4.6 every reason that keeps it from working has a sentence', () => {
  expect(includedState(profile())).toEqual({ state: 'ready', reason: null })
  const unset = { config: null, shared: { configured: false, reason: 'not_configured' } } as const
  expect(includedState(profile(unset))).toEqual({ state: 'off', reason: null })
  expect(includedState(profile({ config: null })), 'preselected by the environment').toEqual({
    state: 'ready',
    reason: null,
  })
  for (const reason of AI_REASONS.filter(one => one !== '')) {
    const found = includedState(profile({ shared: { configured: false, reason } }))
    expect(found.state).toBe('failing')
    expect(found.reason).not.toBeNull()
  }
})

it('2:4.7.3 a failed check is shown until one succeeds, even while checks are off', () => {
  const check = (parts: Partial<SharedAiProfile['health_check']>) => checkState({ ...CHECK, ...parts })
  expect([check({}), check({ last_ok: null }), check({ enabled: false })]).toEqual(['ok', 'never', 'off'])
  expect([check({ last_ok: false }), check({ last_ok: false, enabled: false })]).toEqual(['failed', 'failed'])
  expect(includedState(profile({ health_check: { ...CHECK, last_ok: false } })).state).toBe('failing')
})
