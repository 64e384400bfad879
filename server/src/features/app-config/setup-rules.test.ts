import { SETUP_KEYS } from '@foyer/contract/app-config'
import type { ServiceType } from '@foyer/contract/instances/instance-types'
import { describe, expect, it } from 'vitest'
import { configuredItems, isSetupKey, presentSetup, type SetupFacts } from './setup-rules.ts'

const nothing: SetupFacts = {
  inventory: [],
  accepted_webhooks: new Set(),
  metadata: false,
  lists: false,
  push_gateway: false,
  discovery_saved: false,
  ai_profile: false,
  remediation_saved: false,
}
const instance = (service_type: ServiceType, media_downloads = false, id: string = service_type) => ({
  id,
  service_type,
  media_downloads,
})
const trueItems = (facts: Partial<SetupFacts>) => {
  const found = configuredItems({ ...nothing, ...facts })
  return SETUP_KEYS.filter(key => found[key])
}

describe('the checklist (1/4.15)', () => {
  it('has fourteen items in the order of the specification, each with its words', () => {
    const { items, configured, total } = presentSetup(nothing, {})
    expect(items.map(item => item.key)).toEqual([
      'movies',
      'tv',
      'metadata',
      'push',
      'media_servers',
      'lists',
      'discovery_prefs',
      'media_downloads',
      'monitoring',
      'transcoder',
      'books',
      'music',
      'ai',
      'remediation',
    ])
    expect([configured, total]).toEqual([0, 14])
    for (const item of items) {
      expect(item).toMatchObject({ configured: false, optional: true, skipped: false })
      expect(item.title).toMatch(/^[A-Z]/)
      expect(item.description).toMatch(/^[A-Z].*\.$/)
    }
    expect(items.find(item => item.key === 'push')?.description).toContain('APP_PUSH_GATEWAY_URL')
  })

  it.each([
    [{ inventory: [instance('movie_manager')] }, ['movies']],
    [{ inventory: [instance('tv_manager')] }, ['tv']],
    [{ inventory: [instance('book_manager')] }, ['books']],
    [{ inventory: [instance('music_manager')] }, ['music']],
    [{ inventory: [instance('invite_server')] }, ['media_servers']],
    [{ inventory: [instance('account_server_a')] }, ['media_servers']],
    [{ inventory: [instance('account_server_b')] }, ['media_servers']],
    [{ inventory: [instance('audiobook_server')] }, []],
    [{ inventory: [instance('transcoder')] }, ['transcoder']],
    [{ inventory: [instance('movie_manager', true)] }, ['movies', 'media_downloads']],
    [{ metadata: true }, ['metadata']],
    [{ lists: true }, ['lists']],
    [{ push_gateway: true }, ['push']],
    [{ discovery_saved: true }, ['discovery_prefs']],
    [{ ai_profile: true }, ['ai']],
    [{ remediation_saved: true }, ['remediation']],
  ] as const)('derives %j', (facts, expected) => {
    expect(trueItems(facts)).toEqual(expected)
  })

  it('monitors when every manager accepted the webhook, and there is one', () => {
    const inventory = [
      instance('movie_manager', false, 'a'),
      instance('tv_manager', false, 'b'),
      instance('transcoder', false, 'c'),
    ]
    const monitors = (ids: string[]) =>
      configuredItems({ ...nothing, inventory, accepted_webhooks: new Set(ids) }).monitoring
    expect([monitors([]), monitors(['a']), monitors(['a', 'b'])]).toEqual([false, false, true])
    expect(configuredItems({ ...nothing, accepted_webhooks: new Set(['gone']) }).monitoring).toBe(false)
  })

  it('1:4.15: counts what is configured, skipped or not', () => {
    const status = presentSetup(
      { ...nothing, metadata: true, lists: true },
      { lists: true, tv: true, ai: false },
    )
    expect(status.configured).toBe(2)
    const skipped = status.items.filter(item => item.skipped).map(item => [item.key, item.configured])
    expect(skipped).toEqual([
      ['tv', false],
      ['lists', true],
    ])
  })

  it('knows its keys', () => {
    expect(['movies', 'toString', 'Movies', ''].map(isSetupKey)).toEqual([true, false, false, false])
  })
})
