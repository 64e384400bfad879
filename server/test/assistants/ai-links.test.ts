import { describe, expect, it } from 'vitest'
import { ModelFault } from '#kit/model-fault.ts'
import { type Call, callAs, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import {
  beginLink,
  buildAiLinks,
  DISCONNECTED,
  link,
  LINKED_A,
  OWN_A,
  OWN_B,
  readLink,
  SHARED_A,
  statusOf,
  storedFlows,
  storedLinks,
} from '#test/model-accounts.ts'
import { changeRole, revokeDevice, signInAs } from '#test/people.ts'

describe('without an app at the provider (R8)', () => {
  it('says so, and links nothing', async () => {
    const world = await buildAiLinks({ env: { APP_OAUTH_A_CLIENT_ID: '', APP_OAUTH_B_URL: '' } })
    const { asAdmin, asBob, provider } = world
    const status = { available: false, reason: 'not_configured', connected: false, stale: false }
    for (const path of [OWN_A, OWN_B]) {
      expect(await statusOf(asBob, path)).toEqual(status)
      expect(refusal(await asBob('POST', `${path}/device/begin`, {}))).toEqual([503, 'oauth_unavailable'])
    }
    expect(await statusOf(asAdmin, SHARED_A)).toEqual(status)
    expect(refusal(await asAdmin('POST', `${SHARED_A}/device/begin`, {}))).toEqual([503, 'oauth_unavailable'])
    expect((await asBob('DELETE', OWN_A)).body).toEqual({ status: 'unlinked' })
    expect(provider.calls).toEqual([])
  })
})

describe.each(ENGINES)('linking an account by a code (2:4.6) on %s', engine => {
  it('waits at the pace of the provider, tries the account, then uses it', async () => {
    const world = await buildAiLinks({ engine })
    const { app, asBob, asAdmin, provider, fake, users } = world
    expect(await statusOf(asBob, OWN_A)).toEqual(DISCONNECTED)
    const begun = await beginLink(asBob, OWN_A, { model: 'tier-2' })
    const page = new URL(provider.env.APP_OAUTH_A_URL).origin
    expect(begun).toEqual({
      flow_id: expect.any(String),
      verification_uri: `${page}/page`,
      verification_uri_complete: `${page}/page?user_code=${begun.user_code}`,
      user_code: begun.user_code,
      expires_at: '2026-11-15T09:15:00.000Z',
      interval: 5,
    })
    expect(provider.calls[0]?.form.get('scope')).toBe('openid profile email offline_access')
    for (let i = 0; i < 3; i++) expect(await readLink(asBob, OWN_A, begun)).toEqual({ status: 'pending' })
    expect(provider.polls()).toBe(1)
    provider.approve(begun.user_code)
    app.clock.advance(5000)
    // A poll without an answer is repeated.
    provider.next('/token', { instead: { status: 503, body: 'maintenance' } })
    expect(await readLink(asBob, OWN_A, begun)).toEqual({ status: 'pending' })
    app.clock.advance(5000)
    const flow = await readLink(asBob, OWN_A, begun)
    const account = { ...LINKED_A, model: 'tier-2', updated_at: '2026-11-15T09:00:10.000Z' }
    expect(flow).toEqual({ status: 'connected', account })
    expect(fake.proved).toEqual([
      {
        provider: 'oauth_a',
        model: 'tier-2',
        secret: expect.stringMatching(/^at_/),
        base_url: '',
        effort: '',
        use_proxy: false,
      },
    ])
    expect(await statusOf(asBob, OWN_A)).toEqual(account)
    expect(await storedLinks(world)).toMatchObject([
      { owner: `user:${users.bob.user.id}`, provider: 'oauth_a' },
    ])
    // Nobody else has it, an admin neither.
    expect(await statusOf(asAdmin, OWN_A)).toEqual(DISCONNECTED)
    expect(await statusOf(asAdmin, SHARED_A)).toEqual(DISCONNECTED)
    expect(await statusOf(asBob, OWN_B)).toEqual(DISCONNECTED)
    // The flow keeps no tokens, and nothing is stored or logged in the clear.
    const stored = JSON.stringify([await storedLinks(world), await storedFlows(world), app.log.entries])
    for (const secret of ['at_', 'rt_', 'dc_', 'app-secret']) expect(stored).not.toContain(secret)
    expect((await storedFlows(world))[0]?.tokens_box).toBeNull()
    expect(refusal(await asBob('DELETE', `${OWN_A}/device/${begun.flow_id}`))).toEqual([409, 'conflict'])
  })

  it('ends as expired, denied, cancelled or superseded, and then stays so', async () => {
    const world = await buildAiLinks({ engine })
    const { app, asBob, provider, fake } = world
    const late = await beginLink(asBob, OWN_A)
    app.clock.advance(900_000)
    provider.approve(late.user_code)
    expect(await readLink(asBob, OWN_A, late)).toEqual({ status: 'expired', error: expect.any(String) })
    const at_provider = await beginLink(asBob, OWN_A)
    provider.expire(at_provider.user_code)
    expect(await readLink(asBob, OWN_A, at_provider)).toMatchObject({ status: 'expired' })
    const denied = await beginLink(asBob, OWN_A)
    provider.deny(denied.user_code)
    expect(await readLink(asBob, OWN_A, denied)).toEqual({ status: 'denied', error: expect.any(String) })
    const cancelled = await beginLink(asBob, OWN_A)
    const cancel = () => asBob('DELETE', `${OWN_A}/device/${cancelled.flow_id}`)
    expect((await cancel()).body).toEqual({ status: 'cancelled' })
    expect((await cancel()).body).toEqual({ status: 'cancelled' })
    provider.approve(cancelled.user_code)
    expect(await readLink(asBob, OWN_A, cancelled)).toEqual({ status: 'cancelled' })
    const [first, other] = [await beginLink(asBob, OWN_A), await beginLink(asBob, OWN_B)]
    const second = await beginLink(asBob, OWN_A)
    expect(await readLink(asBob, OWN_A, first)).toEqual({ status: 'cancelled' })
    expect(await readLink(asBob, OWN_B, other)).toEqual({ status: 'pending' })
    expect(await readLink(asBob, OWN_A, second)).toEqual({ status: 'pending' })
    const refused = await beginLink(asBob, OWN_B)
    provider.next('/token', { instead: { status: 400, body: { error: 'invalid_grant' } } })
    expect(await readLink(asBob, OWN_B, refused)).toEqual({ status: 'failed', error: expect.any(String) })
    expect(fake.proved).toEqual([])
    expect(await storedLinks(world)).toEqual([])
  })

  it('links nothing that was cancelled while the account was tried', async () => {
    const world = await buildAiLinks({ engine })
    const { asBob, fake } = world
    let flow_id = ''
    fake.during = async () => {
      expect(await readLink(asBob, OWN_A, { flow_id })).toEqual({ status: 'pending' })
      await asBob('DELETE', `${OWN_A}/device/${flow_id}`)
    }
    const begun = await beginLink(asBob, OWN_A)
    flow_id = begun.flow_id
    world.provider.approve(begun.user_code)
    expect(await readLink(asBob, OWN_A, begun)).toEqual({ status: 'cancelled' })
    expect(fake.proved).toHaveLength(1)
    expect(await storedLinks(world)).toEqual([])
  })
})

describe('linking an account by a code (2:4.6)', () => {
  it('uses the default model and the secret of the app, and shows no usage where there is none', async () => {
    const world = await buildAiLinks()
    const { asBob, provider, fake } = world
    const { flow } = await link(world, asBob, OWN_B)
    const { usage: _none, ...account } = LINKED_A
    expect(flow).toEqual({ status: 'connected', account: { ...account, model: 'grok-small' } })
    expect(fake.proved.map(({ provider, model }) => [provider, model])).toEqual([['oauth_b', 'grok-small']])
    for (const { form } of provider.calls) expect(form.get('client_secret')).toBe('app-secret')
  })

  it('leaves the former account in use when the new one does not answer', async () => {
    const world = await buildAiLinks()
    const { asBob, provider, fake } = world
    await link(world, asBob, OWN_A)
    const before = await storedLinks(world)
    provider.settings.email = 'other@example.org'
    fake.during = async () => {
      throw new ModelFault('quota_or_rate_limit', { cause: new Error('sk-secret of a provider') })
    }
    const { flow } = await link(world, asBob, OWN_A)
    expect(flow).toEqual({ status: 'failed', error: new ModelFault('quota_or_rate_limit').message })
    expect(await storedLinks(world)).toEqual(before)
    expect(await statusOf(asBob, OWN_A)).toEqual(LINKED_A)
    fake.during = async () => {}
    await link(world, asBob, OWN_A)
    const after = await storedLinks(world)
    expect(after).toMatchObject([{ email: 'other@example.org' }])
    expect(after[0]?.id).not.toBe(before[0]?.id)
  })

  it('goes on when the page was closed, no faster than the provider likes', async () => {
    const world = await buildAiLinks()
    const { app, asBob, provider } = world
    const begun = await beginLink(asBob, OWN_A)
    async function nextTurn(): Promise<number> {
      app.clock.advance(5000)
      await app.jobs.settle()
      return provider.polls()
    }
    // A page that waits goes first.
    expect([await nextTurn(), await nextTurn()]).toEqual([0, 1])
    provider.approve(begun.user_code)
    expect([await nextTurn(), await nextTurn(), await nextTurn()]).toEqual([1, 1, 2])
    expect(await statusOf(asBob, OWN_A)).toMatchObject({ connected: true })
    expect(await readLink(asBob, OWN_A, begun)).toMatchObject({ status: 'connected' })
  })

  it('slows down when the provider says so', async () => {
    const world = await buildAiLinks()
    const { app, asBob, provider } = world
    const begun = await beginLink(asBob, OWN_A)
    provider.next('/token', { instead: { status: 400, body: { error: 'slow_down' } } })
    await readLink(asBob, OWN_A, begun)
    const polled = []
    for (let i = 0; i < 4; i++) {
      app.clock.advance(5000)
      await readLink(asBob, OWN_A, begun)
      polled.push(provider.polls())
    }
    expect(polled).toEqual([1, 2, 2, 3])
  })

  it('unlinks, more than once if need be', async () => {
    const world = await buildAiLinks()
    const { asBob, asAdmin } = world
    await link(world, asBob, OWN_A)
    await link(world, asAdmin, SHARED_A)
    expect((await asBob('DELETE', OWN_A)).body).toEqual({ status: 'unlinked' })
    expect((await asBob('DELETE', OWN_A)).body).toEqual({ status: 'unlinked' })
    expect(await statusOf(asBob, OWN_A)).toEqual(DISCONNECTED)
    expect(await statusOf(asAdmin, SHARED_A)).toMatchObject({ connected: true })
    expect((await asAdmin('DELETE', SHARED_A)).body).toEqual({ status: 'unlinked' })
    expect(await storedLinks(world)).toEqual([])
  })
})

describe('whose account it is (2:4.6.1, 2:4.7)', () => {
  it('shows a flow to the person who began it, and the server’s account to admins alone', async () => {
    const world = await buildAiLinks()
    const { app, asAdmin, asBob, provider } = world
    const second = await signInAs(app, 'cara', 'admin')
    const asCara = callAs(app, second.access_token)
    const shared = await beginLink(asAdmin, SHARED_A)
    const mine = await beginLink(asBob, OWN_A)
    const none = [404, 'not_found']
    for (const method of ['GET', 'DELETE']) {
      const ask = async (call: Call, path: string, { flow_id }: { flow_id: string }) =>
        refusal(await call(method, `${path}/device/${flow_id}`))
      expect(await ask(asCara, SHARED_A, shared)).toEqual(none)
      expect(await ask(asAdmin, OWN_A, shared)).toEqual(none)
      expect(await ask(asAdmin, '/api/admin/ai/oauth-b', shared)).toEqual(none)
      expect(await ask(asAdmin, OWN_A, mine)).toEqual(none)
      expect(await ask(asAdmin, SHARED_A, mine)).toEqual(none)
      expect(await ask(asBob, OWN_A, { flow_id: 'fl_none' })).toEqual(none)
      expect(await ask(asBob, SHARED_A, shared)).toEqual([403, 'forbidden'])
    }
    // Another admin's link under way is not disturbed.
    const other = await beginLink(asCara, SHARED_A)
    expect(await readLink(asAdmin, SHARED_A, shared)).toEqual({ status: 'pending' })
    provider.approve(other.user_code)
    expect(await readLink(asCara, SHARED_A, other)).toMatchObject({ status: 'connected' })
    expect(await statusOf(asAdmin, SHARED_A)).toEqual(LINKED_A)
    expect(await statusOf(asBob, OWN_A)).toEqual(DISCONNECTED)
    expect(refusal(await asBob('GET', `${SHARED_A}/status`))).toEqual([403, 'forbidden'])
  })

  it('knows two providers, whoever asks', async () => {
    const { asAdmin, asBob } = await buildAiLinks()
    for (const name of ['oauth-c', 'oauth_a', 'openai', '..%2Foauth-a']) {
      for (const [call, path] of [
        [asBob, `/api/ai/${name}`],
        [asAdmin, `/api/admin/ai/${name}`],
      ] as const) {
        const calls = [
          call('GET', `${path}/status`),
          call('POST', `${path}/device/begin`, {}),
          call('GET', `${path}/device/fl_1`),
          call('DELETE', `${path}/device/fl_1`),
          call('DELETE', path),
        ]
        for (const answer of await Promise.all(calls)) expect(answer.status).toBe(404)
      }
    }
  })

  it('links nothing for a session that ended, an admin who is none any more, or a deleted user', async () => {
    const world = await buildAiLinks()
    const { app, asAdmin, users, fake } = world
    const cara = await signInAs(app, 'cara', 'admin')
    const asCara = callAs(app, cara.access_token)
    fake.during = () => changeRole(app, cara.user.id, 'user')
    const begun = await beginLink(asCara, SHARED_A)
    world.provider.approve(begun.user_code)
    expect(refusal(await asCara('GET', `${SHARED_A}/device/${begun.flow_id}`))).toEqual([403, 'forbidden'])
    fake.during = () => revokeDevice(app, users.bob.device_id)
    const own = await beginLink(world.asBob, OWN_A)
    world.provider.approve(own.user_code)
    expect(refusal(await world.asBob('GET', `${OWN_A}/device/${own.flow_id}`))).toEqual([
      401,
      'session_revoked',
    ])
    const statuses = (await storedFlows(world)).map(({ status, tokens_box }) => [status, tokens_box])
    expect(statuses).toEqual([
      ['cancelled', null],
      ['cancelled', null],
    ])
    expect(await storedLinks(world)).toEqual([])
    // With the user, links and flows are gone.
    fake.during = async () => {}
    const { call: asDan, session } = await world.addUser('dan')
    await link(world, asDan, OWN_A)
    const late = await beginLink(asDan, OWN_B)
    world.provider.approve(late.user_code)
    fake.during = async () => {
      await asAdmin('DELETE', `/api/admin/users/${session.user.id}`)
    }
    expect((await asDan('GET', `${OWN_B}/device/${late.flow_id}`)).status).toBe(404)
    expect(await storedLinks(world)).toEqual([])
    expect(await storedFlows(world)).toHaveLength(2)
  })

  it('counts personal and shared codes of one address together (0.5, group D)', async () => {
    const { app, admin } = await buildAiLinks()
    const ask = (path: string) =>
      app.call('POST', `${path}/device/begin`, { token: admin.access_token, body: {}, from: '203.0.113.9' })
    for (let i = 0; i < 10; i++) expect((await ask([OWN_A, SHARED_A, OWN_B][i % 3] ?? '')).status).toBe(200)
    expect(refusal(await ask(SHARED_A))).toEqual([429, 'rate_limited'])
    expect(refusal(await ask(OWN_A))).toEqual([429, 'rate_limited'])
  })

  it('tells open pages about it, and only those it concerns', async () => {
    const world = await buildAiLinks()
    const { app, asAdmin, asBob, users } = world
    const seen: unknown[] = []
    app.broadcast.on('event', ({ type, audience }) => type === 'config_changed' && seen.push(audience))
    await link(world, asBob, OWN_A)
    await link(world, asAdmin, SHARED_A)
    await asBob('DELETE', OWN_A)
    await asBob('DELETE', OWN_A)
    const bob = { to: 'users', user_ids: [users.bob.user.id] }
    await eventually(() => expect(seen).toEqual([bob, { to: 'everyone' }, bob]))
  })
})
