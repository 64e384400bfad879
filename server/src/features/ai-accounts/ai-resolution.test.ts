import { randomBytes } from 'node:crypto'
import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { AiLinks, LinkOwner, LinkState } from '#features/ai-links/index.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { Refusal } from '#kit/refusal.ts'
import { createScrubber } from '#kit/scrub.ts'
import { createSettings } from '#settings/settings.ts'
import { describeEachEngine, openFresh } from '#test/engines.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { createTestClock } from '#test/test-clock.ts'
import { saveKey, saveSelection } from './ai-accounts-store.ts'
import { createAiResolution } from './ai-resolution.ts'
import { createKeyVault } from './key-vault.ts'
import { type SavedSharedAi, sharedAi } from './shared-ai-settings.ts'

const AT = '2026-11-16T09:00:00.000Z'
const UMA = 7
const BOB = 8

async function addPerson(database: Database, id: number) {
  await database.transaction(tx =>
    tx
      .insertInto('users')
      .values({
        id,
        username: `user-${id}`,
        username_key: `user-${id}`,
        password_hash: null,
        role: 'user',
        password_enabled: 1,
        passkey_enabled: 1,
        ai_shared_enabled: 1,
        invite_email: '',
        created_at: AT,
      })
      .execute(),
  )
}

/** Two people with a grant, and links as a test says. */
async function begin(database: Database) {
  const box = createSecretBox(randomBytes(32))
  const scrubber = createScrubber()
  const vault = createKeyVault({ box, scrubber })
  const settings = createSettings({ database, clock: createTestClock(), box })
  const states = new Map<string, LinkState>()
  const links: AiLinks = {
    stateOf: async (_db, owner, provider) => states.get(`${owner} ${provider}`) ?? { state: 'disconnected' },
    accessToken: async (owner, provider) => `token of ${owner} ${provider}`,
    reportRefused: () => Promise.reject(new Error('no turn is made here')),
  }
  const { models } = createFakeModels()
  const { accounts } = createAiResolution({ database, settings, scrubber, box, vault, models, links })
  for (const id of [UMA, BOB]) await addPerson(database, id)
  return {
    accounts,
    scrubber,
    link(owner: LinkOwner, provider: AiOauthProvider, state: LinkState) {
      states.set(`${owner} ${provider}`, state)
    },
    /** An own choice, with its key if there is one. */
    choose: (user_id: number, provider: 'openai' | 'grok' | AiOauthProvider, model: string, key?: string) =>
      database.transaction(async tx => {
        await saveSelection(tx, { user_id, provider, model, updated_at: AT })
        if (key === undefined || provider === 'oauth_a' || provider === 'oauth_b') return
        await saveKey(tx, { user_id, provider, key_box: vault.seal(user_id, provider, key), updated_at: AT })
      }),
    include: (change: Partial<SavedSharedAi>) => settings.lock(tx => settings.update(tx, sharedAi, change)),
    available: (user_id: number) => accounts.availabilityOf(database.read, user_id),
    bindingOf: async (user_id: number) => (await accounts.resolve(user_id)).binding,
    without: (user_id: number) =>
      database.transaction(tx => tx.deleteFrom('ai_selections').where('user_id', '=', user_id).execute()),
  }
}

const withKeys = (keys: Partial<SavedSharedAi['keys']>) => ({ ...sharedAi.default.keys, ...keys })

describeEachEngine('which AI account counts', open => {
  it('2/4.6: a linked account of one’s own reads by its link', async () => {
    const { available, choose, link, accounts } = await begin(await open())
    await choose(UMA, 'oauth_a', 'default')
    for (const [state, reason] of [
      [{ state: 'unavailable' }, 'oauth_a_unavailable'],
      [{ state: 'disconnected' }, 'personal_oauth_a_disconnected'],
      [{ state: 'reconnect_required', link_id: 'l1' }, 'personal_oauth_a_disconnected'],
      [{ state: 'connected', link_id: 'l1' }, ''],
    ] as const) {
      link(`user:${UMA}`, 'oauth_a', state)
      expect(await available(UMA)).toEqual({
        available: reason === '',
        provider: 'oauth_a',
        model: 'default',
        source: 'personal',
        reason,
      })
    }
    // The server's link is nobody's own.
    link(`user:${UMA}`, 'oauth_a', { state: 'disconnected' })
    link('shared', 'oauth_a', { state: 'connected', link_id: 'l2' })
    const refused = await accounts.resolve(UMA).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Refusal).body()).toMatchObject({
      code: 'ai_unavailable',
      source: 'personal',
      reason: 'personal_oauth_a_disconnected',
    })
  })

  it('2/4.6: a linked account that the server includes reads by its link', async () => {
    const { available, include, link, accounts } = await begin(await open())
    await include({ profile: { provider: 'oauth_b', model: 'grok-small' } })
    for (const [state, reason] of [
      [{ state: 'unavailable' }, 'oauth_b_unavailable'],
      [{ state: 'reconnect_required', link_id: 'l1' }, 'shared_oauth_b_disconnected'],
      [{ state: 'connected', link_id: 'l1' }, ''],
    ] as const) {
      link('shared', 'oauth_b', state)
      const is_complete = reason === ''
      expect(await available(UMA)).toMatchObject({
        available: is_complete,
        source: 'shared',
        provider: '',
        reason,
      })
      expect((await accounts.resolveShared()) !== null).toBe(is_complete)
    }
  })

  it('2:4.6.4: gives the account with a credential that works now, decided once', async () => {
    const database = await open()
    const { accounts, choose, include, link, without, scrubber } = await begin(database)
    await include({
      profile: { provider: 'local_openai', model: 'llama' },
      local_openai_base_url: 'http://ollama.lan/v1',
      local_openai_reasoning_effort: 'low',
      local_openai_use_proxy: true,
      keys: withKeys({ local_openai_key: 'key-of-the-local-server' }),
    })
    const included = await accounts.resolve(UMA)
    expect([included.source, await included.account()]).toEqual([
      'shared',
      {
        provider: 'local_openai',
        model: 'llama',
        secret: 'key-of-the-local-server',
        base_url: 'http://ollama.lan/v1',
        effort: 'low',
        use_proxy: true,
      },
    ])
    expect(scrubber.scrub('x key-of-the-local-server')).not.toContain('key-of-the-local')
    await choose(UMA, 'openai', 'open-small', 'key-of-uma-123')
    // A turn that began with the included account continues with it.
    expect((await included.account()).provider).toBe('local_openai')
    const own = await accounts.resolve(UMA)
    expect([own.source, (await own.account()).secret]).toEqual(['personal', 'key-of-uma-123'])

    await without(UMA)
    link(`user:${UMA}`, 'oauth_a', { state: 'connected', link_id: 'l1' })
    await choose(UMA, 'oauth_a', 'default')
    const linked = await accounts.resolve(UMA)
    expect((await linked.account()).secret).toBe(`token of user:${UMA} oauth_a`)
    // Another account was linked during the turn.
    link(`user:${UMA}`, 'oauth_a', { state: 'connected', link_id: 'l2' })
    await expect(linked.account()).rejects.toBeInstanceOf(ModelFault)
  })

  it('2:4.6.6: a conversation belongs to person, source, account and model', async () => {
    const { bindingOf, choose, include, link, without } = await begin(await open())
    const seen: string[] = []
    const note = async (user_id: number) => {
      const binding = await bindingOf(user_id)
      expect(await bindingOf(user_id)).toBe(binding)
      seen.push(binding)
    }
    const local = (local_openai_base_url: string, model = 'llama') =>
      include({ profile: { provider: 'local_openai', model }, local_openai_base_url })
    await local('http://one.lan/v1')
    await note(UMA)
    await note(BOB)
    await local('http://two.lan/v1')
    await note(UMA)
    await local('http://two.lan/v1', 'other')
    await note(UMA)
    await include({
      profile: { provider: 'openai', model: 'open-small' },
      keys: withKeys({ openai_key: 'k1' }),
    })
    await note(UMA)
    await include({ keys: withKeys({ openai_key: 'k2' }) })
    await note(UMA)
    await choose(UMA, 'openai', 'open-small', 'k2')
    await note(UMA)
    await choose(UMA, 'openai', 'open-small', 'k3')
    await note(UMA)
    await without(UMA)
    await choose(UMA, 'oauth_a', 'default')
    for (const link_id of ['l1', 'l2']) {
      link(`user:${UMA}`, 'oauth_a', { state: 'connected', link_id })
      await note(UMA)
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.join().includes('k3')).toBe(false)
  })

  it('2:4.7: the grant is read now', async () => {
    const database = await open()
    const { accounts } = await begin(database)
    expect(await accounts.hasSharedGrant(UMA)).toBe(true)
    await database.transaction(tx =>
      tx.updateTable('users').set({ ai_shared_enabled: 0 }).where('id', '=', UMA).execute(),
    )
    expect([await accounts.hasSharedGrant(UMA), await accounts.hasSharedGrant(99)]).toEqual([false, false])
  })

  it('0.3: a choice that this version does not know is a storage error of one’s own', async () => {
    const database = await open()
    const { available, choose, accounts } = await begin(database)
    await choose(UMA, 'openai', 'open-small', 'key-of-uma-123')
    await database.transaction(tx =>
      tx
        .updateTable('ai_selections')
        .set({ provider: 'future' as 'openai' })
        .execute(),
    )
    expect(await available(UMA)).toMatchObject({
      available: false,
      source: 'personal',
      reason: 'storage_error',
    })
    await expect(accounts.resolve(UMA)).rejects.toMatchObject({
      code: 'ai_unavailable',
      status: 503,
      details: { extra: { source: 'personal', reason: 'storage_error' } },
    })
  })
})

// Statements of readers are seen on PostgreSQL alone, where they cost most.
it('1/4.2: is decided by one statement, and by two where the profile counts', async () => {
  const statements: string[] = []
  const { choose, include, available } = await begin(await openFresh('postgres', sql => statements.push(sql)))
  await include({ keys: withKeys({ openai_key: 'key-of-the-server' }) })
  const cost = async () => {
    statements.length = 0
    expect((await available(UMA)).available).toBe(true)
    return statements.length
  }
  expect(await cost()).toBe(2)
  await choose(UMA, 'openai', 'open-small', 'key-of-uma-123')
  expect(await cost()).toBe(1)
})
