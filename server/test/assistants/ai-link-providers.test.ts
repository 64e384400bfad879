import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import {
  beginLink,
  buildAiLinks,
  EARLY,
  jwt,
  link,
  LINKED_A,
  OWN_A,
  OWN_B,
  readLink,
  SHARED_A,
  statusOf,
  storedLinks,
} from '#test/model-accounts.ts'
import { buildWorld } from '#test/world.ts'

describe('what a provider may send', () => {
  it.each([
    ['not JSON', { status: 200, body: '<html>portal</html>' }],
    ['no code', { status: 200, body: { user_code: 'A', verification_uri: 'https://example.org' } }],
    ['an error', { status: 400, body: { error: 'unauthorized_client' } }],
    ['a failure', { status: 500, body: {} }],
  ])('begin refuses %s', async (_name, instead) => {
    const { asBob, provider } = await buildAiLinks()
    provider.next('/device/code', { instead })
    expect(refusal(await asBob('POST', `${OWN_A}/device/begin`, {}))).toEqual([502, 'upstream_failed'])
  })

  it('sends people to web pages only, and over https unless the provider itself is not', async () => {
    const { asBob, provider } = await buildAiLinks()
    for (const verification_uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      '/page',
      'ftp://example.org',
    ]) {
      provider.settings.begun = { verification_uri }
      expect(refusal(await asBob('POST', `${OWN_A}/device/begin`, {}))).toEqual([502, 'upstream_failed'])
    }
    provider.settings.begun = {
      verification_uri: 'https://example.org/d',
      verification_uri_complete: 'javascript:0',
    }
    const begun = await beginLink(asBob, OWN_A)
    expect(begun).toMatchObject({ verification_uri: 'https://example.org/d', interval: 5 })
    expect(begun).not.toHaveProperty('verification_uri_complete')
  })

  it('takes seconds as text, and keeps absurd numbers within bounds', async () => {
    const { asBob, provider } = await buildAiLinks()
    provider.settings.begun = { expires_in: '600', interval: '7' }
    expect(await beginLink(asBob, OWN_A)).toMatchObject({
      interval: 7,
      expires_at: '2026-11-15T09:10:00.000Z',
    })
    provider.settings.begun = { expires_in: 1e300, interval: 1e300 }
    expect(await beginLink(asBob, OWN_A)).toMatchObject({
      interval: 300,
      expires_at: '2026-11-15T10:00:00.000Z',
    })
  })

  it('keeps waiting through answers that say nothing', async () => {
    const { app, asBob, provider } = await buildAiLinks()
    const begun = await beginLink(asBob, OWN_A)
    const answers = [
      { instead: { status: 400, body: '<html>' } },
      { instead: { status: 200, body: { access_token: 7 } } },
      { instead: { status: 429, body: {} } },
      { drop: 'before' },
    ] as const
    for (const answer of answers) {
      provider.next('/token', answer)
      expect(await readLink(asBob, OWN_A, begun)).toEqual({ status: 'pending' })
      app.clock.advance(10_000)
    }
    provider.approve(begun.user_code)
    expect(await readLink(asBob, OWN_A, begun)).toMatchObject({ status: 'connected' })
  })

  it('does without claims, and reads the end of a token from itself', async () => {
    const world = await buildAiLinks()
    const { asBob, provider } = world
    const exp = Date.parse('2026-11-15T09:40:00.000Z') / 1000
    provider.settings.issued = { expires_in: undefined, id_token: undefined, access_token: jwt({ exp }) }
    await link(world, asBob, OWN_B)
    provider.settings.issued = { expires_in: undefined, id_token: 'garbage', refresh_token: undefined }
    await link(world, asBob, OWN_A)
    const links = await storedLinks(world)
    expect(links.find(one => one.provider === 'oauth_a')).toMatchObject({
      expires_at: '2026-11-15T10:00:00.000Z',
      email: null,
    })
    expect(links.find(one => one.provider === 'oauth_b')).toMatchObject({
      expires_at: '2026-11-15T09:40:00.000Z',
      email: null,
    })
    expect(await statusOf(asBob, OWN_B)).toEqual({
      available: true,
      reason: '',
      connected: true,
      updated_at: EARLY,
      stale: false,
    })
    expect(await statusOf(asBob, OWN_A)).toMatchObject({ connected: true, model: 'default' })
  })
})

describe('usage of an account (C56)', () => {
  it('is read at most once a minute, and shown as old when it cannot be read', async () => {
    const world = await buildAiLinks()
    const { app, asAdmin, provider } = world
    await link(world, asAdmin, SHARED_A)
    const reads = () => provider.calls.filter(({ path }) => path.endsWith('/usage'))
    await statusOf(asAdmin, SHARED_A)
    expect(reads()).toHaveLength(1)
    expect(reads()[0]).toMatchObject({
      path: '/a/v1/usage',
      authorization: expect.stringMatching(/^Bearer at_/),
    })
    app.clock.advance(60_000)
    const windows = [
      { label: 'Week', used_percent: 80, resets_at: '2026-11-17T00:00:00+02:00' },
      { label: '5 h', used_percent: 1, resets_at: 'soon' },
    ]
    provider.settings.usage = { status: 200, body: { windows } }
    const usage = {
      windows: [
        { label: 'Week', used_percent: 80, resets_at: '2026-11-16T22:00:00.000Z' },
        { label: '5 h', used_percent: 1 },
      ],
    }
    expect(await statusOf(asAdmin, SHARED_A)).toEqual({ ...LINKED_A, usage })
    app.clock.advance(60_000)
    provider.settings.usage = { status: 500, body: 'no' }
    expect(await statusOf(asAdmin, SHARED_A)).toEqual({ ...LINKED_A, usage, stale: true })
    provider.settings.usage = { status: 200, body: { windows: 'garbage' } }
    expect(await statusOf(asAdmin, SHARED_A)).toEqual({ ...LINKED_A, usage, stale: true })
    // Another account begins without any.
    const { flow } = await link(world, asAdmin, SHARED_A)
    const { usage: _none, ...account } = LINKED_A
    expect(flow.account).toEqual({ ...account, updated_at: '2026-11-15T09:02:00.000Z', stale: true })
  })

  it('is absent without a path', async () => {
    const world = await buildAiLinks({ env: { APP_OAUTH_A_USAGE_PATH: '' } })
    const { flow } = await link(world, world.asBob, OWN_A)
    expect(flow.account).not.toHaveProperty('usage')
    expect(flow.account.stale).toBe(false)
  })
})

describe('conversations on a linked account (2:4.6)', () => {
  it('go on when a token was refused, until the account must be linked again', async () => {
    const { app, asBob, models, modelAccounts } = await buildWorld({
      products: ['models', 'modelAccounts'],
      users: ['bob'],
    })
    const chat = async () => {
      const answer = await asBob('POST', '/api/ai/chat', { messages: [{ role: 'user', content: 'Hi' }] })
      return answer.raw.toString()
    }
    const begun = await beginLink(asBob, OWN_B)
    expect(await readLink(asBob, OWN_B, begun)).toEqual({ status: 'pending' })
    modelAccounts.approve(begun.user_code, { email: 'bob@example.test' })
    const again = await beginLink(asBob, OWN_B)
    expect(await readLink(asBob, OWN_B, begun)).toEqual({ status: 'cancelled' })
    modelAccounts.approve(again.user_code, { email: 'bob@example.test' })
    expect(await readLink(asBob, OWN_B, again)).toMatchObject({
      status: 'connected',
      account: { connected: true, email: 'bob@example.test' },
    })
    const available = async () => (await asBob('GET', '/api/ai/available')).body
    expect(await available()).toMatchObject({ available: true, provider: 'oauth_b', source: 'personal' })
    expect(await chat()).toContain('"text"')
    const renewals = () => modelAccounts.grants().filter(grant => grant === 'b refresh_token').length
    expect(renewals()).toBe(0)
    modelAccounts.expireAccess()
    expect(await chat()).not.toContain('"error"')
    expect(renewals()).toBe(1)
    // A provider whose tokens end early.
    app.clock.advance(15 * 60_000)
    modelAccounts.expireAccess()
    expect(await chat()).not.toContain('"error"')
    expect(renewals()).toBe(2)
    modelAccounts.revoke('bob@example.test')
    expect(await chat()).toContain('"invalid_credentials"')
    expect(await statusOf(asBob, OWN_B)).toMatchObject({ connected: false, reason: 'reconnect_required' })
    expect(await available()).toMatchObject({ available: false, reason: 'personal_oauth_b_disconnected' })
    const calls = models.calls().length
    await chat()
    expect(models.calls()).toHaveLength(calls)
  })
})
