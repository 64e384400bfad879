import { AI_PROVIDERS, AiCatalogEntry } from '@foyer/contract/assistant/ai-providers'
import { AI_KEYS } from '@foyer/contract/credentials'
import { describe, expect, it } from 'vitest'
import { createCatalog, defaultModel, modelIdAt } from './ai-catalog.ts'

const catalog = createCatalog(() => false)
const entry = (id: string) => catalog.find(one => one.id === id)

describe('the catalogue (2/4.6)', () => {
  it('has every provider once, in the form of the contract', () => {
    expect(catalog.map(({ id }) => id).sort()).toEqual([...AI_PROVIDERS].sort())
    for (const one of catalog) expect(AiCatalogEntry.parse(one)).toEqual(one)
  })

  it('has every model once, with a label', () => {
    for (const { models } of catalog) {
      expect(new Set(models.map(({ id }) => id)).size).toBe(models.length)
      for (const { id, label } of models) expect([id, label].every(Boolean)).toBe(true)
    }
  })

  it('names the key of each provider that has one', () => {
    const keys = catalog.filter(({ auth_type }) => auth_type === 'api_key').map(one => one.credential_key)
    expect(keys.sort()).toEqual([...AI_KEYS].sort())
    expect(entry('oauth_a')).toMatchObject({ auth_type: 'user_oauth', credential_key: '' })
    expect(entry('oauth_b')).toMatchObject({ auth_type: 'user_oauth', credential_key: '' })
  })

  it('has a local server for everybody, with an address and a route of its own', () => {
    expect(entry('local_openai')).toMatchObject({
      models: [],
      shared_only: true,
      supports_base_url: true,
      supports_reasoning_effort: true,
      supports_proxy_opt_in: true,
    })
    expect(
      catalog.filter(one => one.shared_only || one.supports_base_url || one.supports_proxy_opt_in),
    ).toHaveLength(1)
    expect(catalog.filter(one => one.supports_reasoning_effort).map(({ id }) => id)).toEqual([
      'openai',
      'local_openai',
    ])
  })

  it('offers a recommended model and three tiers to linked accounts, or the models of the key', () => {
    expect(entry('oauth_a')?.models.map(({ id }) => id)).toEqual([
      'default',
      'gpt-5.6-sol',
      'gpt-5.6-terra',
      'gpt-5.6-luna',
    ])
    expect(entry('oauth_b')?.models).toEqual(entry('grok')?.models)
    expect(modelIdAt('oauth_a', 'default')).toBe('gpt-5.6-terra')
    expect(modelIdAt('oauth_a', 'gpt-5.6-sol')).toBe('gpt-5.6-sol')
    expect(modelIdAt('openai', 'default')).toBe('default')
  })

  it('begins with the default', () => {
    expect(defaultModel('openai')).toBe('gpt-4.1-mini')
    expect(defaultModel('oauth_a')).toBe('default')
    expect(defaultModel('local_openai')).toBe('')
  })

  it('says which linked accounts this server is set up for', () => {
    const available = (all: readonly AiCatalogEntry[]) => all.filter(one => one.available).map(({ id }) => id)
    expect(available(catalog)).toEqual(['openai', 'anthropic', 'gemini', 'grok', 'local_openai'])
    expect(available(createCatalog(provider => provider === 'oauth_b'))).toContain('oauth_b')
  })
})
