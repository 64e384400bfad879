import { randomBytes } from 'node:crypto'
import type { Credentials } from '@foyer/contract/credentials'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createSettings } from '#settings/settings.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createProviderKeys } from './provider-key-service.ts'

const ana: Caller = { user_id: 1, username: 'ana', role: 'admin', device_id: 'd_1' }
const NO_AI_KEYS = {
  anthropic_key: false,
  openai_key: false,
  gemini_key: false,
  grok_key: false,
  local_openai_key: false,
}
const NO_AI: Credentials['ai'] = {
  config: null,
  providers: [],
  openai_reasoning_effort: '',
  local_openai_base_url: '',
  local_openai_reasoning_effort: '',
  local_openai_use_proxy: false,
  health_check: { enabled: true, interval_hours: 24, last_checked_at: null, last_ok: null },
  shared: { configured: false, reason: 'not_configured' },
}
const KEY = 'eyJhbGciOi-a-read-token'

function keysOn(database: Database, box = createSecretBox(randomBytes(32))) {
  const scrubber = createScrubber()
  const yes = { accepts: async () => true }
  const keys = createProviderKeys({
    database,
    settings: createSettings({ database, clock: createTestClock(), box }),
    events: { publish: async () => {} },
    scrubber,
    environment: { tmdb_access_token: undefined, list_provider_client_id: 'of-the-environment' },
    checks: { tmdb_access_token: yes, list_provider_client_id: yes },
    shared_ai: {
      present: async () => ({ keys: NO_AI_KEYS, ai: NO_AI }),
      prepare: async () => ({ prove: async () => {}, commit: async () => ({ is_visible: false }) }),
      forgetKey: async () => {},
    },
    currentCaller: () => async () => ana,
  })
  const save = (body: Parameters<typeof keys.save>[0]) =>
    keys.save(body, { caller: ana, signal: new AbortController().signal })
  return { keys, save, scrubber }
}

describeEachEngine('provider keys for other slices (2/4.7)', open => {
  it('come from the database, otherwise from the environment, otherwise there are none', async () => {
    const database = await open()
    const { keys, save } = keysOn(database)
    expect(await keys.metadataKey(database.read)).toBeNull()
    expect(await keys.configured(database.read)).toEqual({ metadata: false, lists: true })
    expect(await keys.listProviderClientId(database.read)).toBe('of-the-environment')
    await save({ tmdb_access_token: KEY, list_provider_client_id: 'saved-client' })
    expect(await keys.metadataKey(database.read)).toBe(KEY)
    expect(await keys.configured(database.read)).toEqual({ metadata: true, lists: true })
    expect(await keys.listProviderClientId(database.read)).toBe('saved-client')
    await keys.forget('list_provider_client_id')
    expect(await keys.listProviderClientId(database.read)).toBe('of-the-environment')
  })

  it('are scrubbed from the log of every process that saved or read them', async () => {
    const database = await open()
    const box = createSecretBox(randomBytes(32))
    const first = keysOn(database, box)
    await first.save({ tmdb_access_token: 'plain-words-of-a-key' })
    const second = keysOn(database, box)
    const line = 'GET /3/x?k=plain-words-of-a-key'
    expect(first.scrubber.scrub(line)).not.toContain('plain-words')
    expect(second.scrubber.scrub(line)).toContain('plain-words')
    await second.keys.metadataKey(database.read)
    expect(second.scrubber.scrub(line)).not.toContain('plain-words')
  })
})
