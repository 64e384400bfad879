import { describe, expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import type { Audience, Events } from '#events/events.ts'
import { systemClock } from '#kit/clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import type { ModelFault } from '#kit/model-fault.ts'
import { type FaultKind, UpstreamFault } from '#kit/upstream-fault.ts'
import type { AccountTokens, ModelAccountProvider } from '#ports/model-account.ts'
import { describeEachEngine } from '#test/engines.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { AiLinkParts } from './ai-link-parts.ts'
import * as store from './ai-link-store.ts'
import { createLinkSecrets } from './link-secrets.ts'
import { createLinkTokens } from './link-tokens.ts'

const START = '2026-11-15T09:00:00.000Z'

const fault = (kind: FaultKind, status?: number) =>
  new UpstreamFault({ upstream: 'The AI provider', kind, ...(status !== undefined && { status }) })

/** One process with a linked account, whose token ends in an hour. */
async function begin(database: Database, { clock = createTestClock(), link = {} } = {}) {
  const secrets = createLinkSecrets({ box: createSecretBox(Buffer.alloc(32, 7)), registerSecret: () => {} })
  const sent: string[] = []
  const events: Audience[] = []
  let count = 1
  const publisher: Events = { publish: async (_tx, _event, audience) => void events.push(audience) }
  const provider: ModelAccountProvider = {
    issued_by: 'https://auth.example',
    begin: () => expect.unreachable(),
    redeem: () => expect.unreachable(),
    usage: null,
    async renew(refresh_token) {
      sent.push(refresh_token)
      return world.renew()
    },
  }
  const world = {
    sent,
    events,
    clock,
    /** Replaced by tests: what a renewal gets. */
    renew: async (): Promise<AccountTokens | null> => {
      count += 1
      const tokens = { access_token: `at_${count}`, refresh_token: `rt_${count}` }
      const expires_at = new Date(clock.now().getTime() + HOUR_MS).toISOString()
      return { ...tokens, expires_at, email: null, plan_type: 'pro' }
    },
    find: () => store.findLinkById(database.read, 'al_1'),
    createTokens: (parts: Partial<AiLinkParts> = {}) =>
      createLinkTokens({
        database,
        clock,
        secrets,
        events: publisher,
        providers: {
          oauth_a: null,
          oauth_b: provider,
        },
        ...parts,
        // Tokens use nothing else of a slice's parts.
      } as unknown as AiLinkParts & { secrets: typeof secrets }),
  }
  await database.transaction(tx =>
    store.replaceLink(tx, {
      id: 'al_1',
      owner: 'shared',
      user_id: null,
      provider: 'oauth_b',
      tokens_box: secrets.sealTokens('al_1', { access_token: 'at_1', refresh_token: 'rt_1' }),
      expires_at: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
      email: 'ana@example.org',
      plan_type: 'plus',
      issued_by: 'https://auth.example',
      revision: 1,
      refused_revision: null,
      renewal_began_at: null,
      reconnect_required: 0,
      created_at: START,
      updated_at: START,
      ...link,
    }),
  )
  return world
}

const category = (error: unknown) => (error as ModelFault).category

describeEachEngine('tokens of a linked account (2:4.6.2)', open => {
  it('are renewed when less than five minutes are left, each refresh token once', async () => {
    const world = await begin(await open())
    const tokens = world.createTokens()
    const token = () => tokens.accessToken('shared', 'oauth_b')
    world.clock.advance(HOUR_MS - 5 * MINUTE_MS - 1)
    expect(await token()).toBe('at_1')
    expect(world.sent).toEqual([])
    world.clock.advance(1)
    expect(await Promise.all([token(), token(), token()])).toEqual(['at_2', 'at_2', 'at_2'])
    expect(world.sent).toEqual(['rt_1'])
    expect(await world.find()).toMatchObject({
      revision: 2,
      renewal_began_at: null,
      email: 'ana@example.org',
      plan_type: 'pro',
    })
    world.clock.advance(HOUR_MS)
    expect(await token()).toBe('at_3')
    expect(world.sent).toEqual(['rt_1', 'rt_2'])
  })

  it('keep the former refresh token when no new one is sent', async () => {
    const world = await begin(await open())
    const { renew } = world
    world.renew = async () => {
      const tokens = await renew()
      return tokens && { ...tokens, refresh_token: null }
    }
    const tokens = world.createTokens()
    for (let i = 0; i < 2; i++) {
      world.clock.advance(HOUR_MS)
      await tokens.accessToken('shared', 'oauth_b')
    }
    expect(world.sent).toEqual(['rt_1', 'rt_1'])
  })

  it('are stored before they are used, and kept in memory while storing fails', async () => {
    const database = await open()
    const world = await begin(database)
    let failing = false
    const tokens = world.createTokens({
      database: {
        ...database,
        transaction: (run, options) =>
          failing ? Promise.reject(new Error('disk full')) : database.transaction(run, options),
      },
    })
    world.clock.advance(HOUR_MS)
    const { renew } = world
    world.renew = async () => {
      failing = true
      return renew()
    }
    await expect(tokens.accessToken('shared', 'oauth_b')).rejects.toThrow('disk full')
    failing = false
    expect(await tokens.accessToken('shared', 'oauth_b')).toBe('at_2')
    expect(world.sent).toEqual(['rt_1'])
    expect(await world.find()).toMatchObject({ revision: 2, renewal_began_at: null, reconnect_required: 0 })
  })

  it('are not renewed again after an unknown outcome while they work, then once more', async () => {
    for (const unknown of [fault('outcome_unknown'), fault('bad_answer', 200)]) {
      for (const wasSpent of [false, true]) {
        const world = await begin(await open())
        const { renew } = world
        const tokens = world.createTokens()
        world.renew = () => Promise.reject(unknown)
        world.clock.advance(HOUR_MS - MINUTE_MS)
        // The token is still good for a minute.
        expect(await tokens.accessToken('shared', 'oauth_b')).toBe('at_1')
        expect(await tokens.accessToken('shared', 'oauth_b')).toBe('at_1')
        expect(world.sent).toEqual(['rt_1'])
        world.clock.advance(MINUTE_MS)
        world.renew = wasSpent ? async () => null : renew
        // Another process finds the same.
        const token = world.createTokens().accessToken('shared', 'oauth_b')
        if (wasSpent) await expect(token).rejects.toMatchObject({ category: 'invalid_credentials' })
        else expect(await token).toBe('at_2')
        expect(world.sent).toEqual(['rt_1', 'rt_1'])
        expect(world.events).toEqual(wasSpent ? [{ to: 'everyone' }] : [])
        expect(await world.find()).toMatchObject({
          reconnect_required: wasSpent ? 1 : 0,
          renewal_began_at: null,
        })
      }
    }
  })

  it('end with a refusal of the provider', async () => {
    const world = await begin(await open())
    world.renew = async () => null
    world.clock.advance(HOUR_MS - MINUTE_MS)
    const tokens = world.createTokens()
    // Even while the access token is still good.
    await expect(tokens.accessToken('shared', 'oauth_b')).rejects.toMatchObject({
      category: 'invalid_credentials',
    })
    expect(await world.find()).toMatchObject({ reconnect_required: 1, renewal_began_at: null })
  })

  it('outlive every other failure, and are used while they last', async () => {
    const world = await begin(await open())
    const tokens = world.createTokens()
    const token = () => tokens.accessToken('shared', 'oauth_b')
    const { renew } = world
    const failures = [
      [fault('unreachable'), 'upstream_unavailable'],
      [fault('bad_answer', 503), 'upstream_unavailable'],
      [fault('rate_limited', 429), 'quota_or_rate_limit'],
      // The plan does not include this; the session is not dead (ai-providers.md).
      [fault('rejected_key', 403), 'invalid_credentials'],
      [fault('bad_answer', 400), 'invalid_response'],
    ] as const
    world.clock.advance(HOUR_MS - MINUTE_MS)
    for (const [error] of failures) {
      world.renew = () => Promise.reject(error)
      expect(await token()).toBe('at_1')
    }
    world.clock.advance(MINUTE_MS)
    for (const [error, wanted] of failures) {
      world.renew = () => Promise.reject(error)
      expect(category(await token().catch((error: unknown) => error))).toBe(wanted)
    }
    expect(await world.find()).toMatchObject({ reconnect_required: 0, renewal_began_at: null, revision: 1 })
    world.renew = renew
    expect(await token()).toBe('at_2')
  })

  it('are renewed once after the provider refused one, then the account must be linked again', async () => {
    const world = await begin(await open())
    const tokens = world.createTokens()
    const token = () => tokens.accessToken('shared', 'oauth_b')
    const refuse = (token: string) => tokens.reportRefused('shared', 'oauth_b', token)
    expect(await refuse('at_other')).toBe(true)
    expect(await token()).toBe('at_1')
    expect(await refuse('at_1')).toBe(true)
    const renew = world.renew
    world.renew = () => Promise.reject(fault('unreachable'))
    // A refused token is not used, whatever its lifetime.
    expect(category(await token().catch((error: unknown) => error))).toBe('upstream_unavailable')
    world.renew = renew
    expect(await token()).toBe('at_2')
    // Reports about the former one come late.
    await refuse('at_1')
    expect(await token()).toBe('at_2')
    expect(await refuse('at_2')).toBe(false)
    expect(category(await token().catch((error: unknown) => error))).toBe('invalid_credentials')
    expect(await world.find()).toMatchObject({ reconnect_required: 1 })
    expect(world.sent).toEqual(['rt_1', 'rt_1'])
  })

  it('are renewed again when a refusal comes long after the last one', async () => {
    const world = await begin(await open(), { link: { expires_at: '2026-12-01T00:00:00.000Z' } })
    const tokens = world.createTokens()
    const { renew } = world
    world.renew = async () => {
      const issued = await renew()
      return issued && { ...issued, expires_at: '2026-12-01T00:00:00.000Z' }
    }
    await tokens.reportRefused('shared', 'oauth_b', 'at_1')
    await tokens.accessToken('shared', 'oauth_b')
    world.clock.advance(15 * MINUTE_MS)
    await tokens.reportRefused('shared', 'oauth_b', 'at_2')
    expect(await tokens.accessToken('shared', 'oauth_b')).toBe('at_3')
  })

  it('go to the servers they are for, and to no others (C67)', async () => {
    const world = await begin(await open(), { link: { issued_by: 'https://former.example' } })
    const tokens = world.createTokens()
    world.clock.advance(HOUR_MS)
    await expect(tokens.accessToken('shared', 'oauth_b')).rejects.toMatchObject({
      category: 'invalid_credentials',
    })
    await expect(tokens.accessToken('shared', 'oauth_a')).rejects.toMatchObject({
      category: 'invalid_credentials',
    })
    await expect(tokens.accessToken('user:1', 'oauth_b')).rejects.toMatchObject({
      category: 'invalid_credentials',
    })
    expect(world.sent).toEqual([])
  })
})

describe('two processes', () => {
  describeEachEngine('that renew at once', open => {
    it('send the refresh token once between them', async () => {
      const database = await open()
      const goOn = Promise.withResolvers<void>()
      const clock = {
        ...createTestClock(),
        now: systemClock.now,
        // Only the one who finds the lease taken waits.
        sleep(ms: number) {
          goOn.resolve()
          return systemClock.sleep(ms)
        },
      }
      const world = await begin(database, { clock, link: { expires_at: START.replace('2026', '2020') } })
      const { renew } = world
      const arrived = Promise.withResolvers<void>()
      world.renew = async () => {
        arrived.resolve()
        await goOn.promise
        return renew()
      }
      const one = world.createTokens().accessToken('shared', 'oauth_b')
      await arrived.promise
      const two = world.createTokens().accessToken('shared', 'oauth_b')
      expect(await Promise.all([one, two])).toEqual(['at_2', 'at_2'])
      expect(world.sent).toEqual(['rt_1'])
    })
  })
})
