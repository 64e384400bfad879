import { hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteServer } from '#test/invite-server.ts'
import { listenTo } from '#test/request-events.ts'

const PATH = '/api/media-servers/invite-server/sign-in'
const EXPIRED = [404, 'pin_expired']

async function open(parts: Parameters<typeof buildInviteServer>[0] = {}) {
  const world = await buildInviteServer(parts)
  const { cloud, asUma } = world
  const idOf = (username: string) => {
    const account = cloud.accounts.values().find(one => one.username === username)
    if (!account) throw new Error(`${username} has no account`)
    return account.id
  }
  const begin = async (call: Call = asUma) => (await call('POST', `${PATH}/begin`, {})).body
  const check = (pin_id: string, call: Call = asUma) => call('POST', `${PATH}/check`, { pin_id })
  return {
    ...world,
    begin,
    check,
    approve: (code: string, username: string) => cloud.approvePin(code, idOf(username)),
    /** Uma signs in with this account of the provider. */
    signIn: async (username: string) => {
      const { pin_id, code } = await begin()
      cloud.approvePin(code, idOf(username))
      return (await check(pin_id)).body
    },
  }
}

describe.each(ENGINES)('signing in to the provider on %s (2:4.1, 2:4.13.2)', engine => {
  it('waits for the approval, then invites, and answers the same on every later poll', async () => {
    const { app, begin, check, approve, grant, cloud, sharesOf, asUma, changes } = await open({ engine })
    await grant('uma')
    const begun = await begin()
    expect(begun).toEqual({
      pin_id: expect.stringMatching(/^pin_/),
      code: expect.any(String),
      url: expect.stringContaining(`code=${begun.code}`),
      expires_at: '2026-11-15T09:15:00.000Z',
    })
    expect((await check(begun.pin_id)).body).toEqual({ linked: false })
    approve(begun.code, 'tove')
    const answer = {
      linked: true,
      username: 'tove',
      email: 'tove@example.org',
      invite_state: 'sent',
      identity_state: 'disabled',
    }
    const first = await check(begun.pin_id)
    expect([first.status, first.body]).toEqual([200, answer])
    expect(sharesOf('tove@example.org')).toHaveLength(1)
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe('tove@example.org')
    expect(cloud.devices).toEqual([])

    const calls = changes()
    app.clock.advance(60_000)
    expect((await check(begun.pin_id)).body).toEqual(answer)
    expect(changes()).toEqual(calls)
    app.clock.advance(14 * 60_000)
    expect(refusal(await check(begun.pin_id))).toEqual(EXPIRED)
  })

  it('reports an account that another user has', async () => {
    const { signIn, grant, asBob, asUma, changes } = await open({ engine })
    await grant('uma')
    await asBob('POST', '/api/auth/invite-email', { email: 'Tove@Example.org' })
    expect(await signIn('tove')).toMatchObject({ linked: true, invite_state: 'claimed' })
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe('')
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])
  })
})

describe('signing in to the provider (2:4.1, 2:4.13.2)', () => {
  it('adopts the share of the account, but not after an admin unlinked it', async () => {
    const { signIn, grant, accountOf, asAdmin, users, instance_id, changes } = await open()
    await grant('uma')
    expect(await signIn('ellen77')).toMatchObject({ username: 'ellen77', invite_state: 'adopted' })
    expect(await accountOf('uma')).toMatchObject({ created_by_app: false, manage_access: false })
    const link = `/api/admin/users/${users.uma.user.id}/media-servers/${instance_id}/account`
    expect((await asAdmin('DELETE', link)).status).toBe(204)
    expect(await signIn('ellen77')).toMatchObject({ linked: true, invite_state: 'unlinked' })
    expect(await accountOf('uma')).toBeUndefined()
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])
  })

  it('never invites the owner', async () => {
    const { signIn, grant, accountOf, asUma, cloud, changes } = await open()
    await grant('uma')
    expect(await signIn('marlow')).toEqual({
      linked: true,
      username: 'marlow',
      email: cloud.owner.email,
      invite_state: 'adopted',
      identity_state: 'disabled',
    })
    expect(await accountOf('uma')).toMatchObject({ administrator: true, manage_access: false })
    const [own] = (await asUma('GET', '/api/media-servers')).body
    expect(own.account).toMatchObject({ administrator: true, verified: true })
    await grant('uma', false)
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])
  })

  it('invites nobody without an address', async () => {
    const { signIn, grant, cloud, changes } = await open()
    await grant('uma')
    cloud.addAccount('nameless', '')
    expect(await signIn('nameless')).toEqual({
      linked: true,
      username: 'nameless',
      email: '',
      invite_state: 'failed',
      identity_state: 'disabled',
    })
    expect(changes().filter(one => one.includes('shared_servers'))).toEqual([])
  })

  it('notifies the admins when there is no grant, and needs no approval where a server says so', async () => {
    const { app, admin, users, signIn, asUma, asAdmin, instance_id, sharesOf } = await open()
    const events = listenTo(app, { admin, ...users })
    expect(await signIn('tove')).toMatchObject({ linked: true, invite_state: '' })
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe('tove@example.org')
    const { id: user_id } = users.uma.user
    await expect
      .poll(() => events.of('admin', 'invite_access_request'))
      .toEqual([{ user_id, username: 'uma', invite_state: '' }])
    await asAdmin('PUT', `/api/admin/instances/${instance_id}`, { server_config: { auto_approve: true } })
    expect(await signIn('tove')).toMatchObject({ invite_state: 'sent' })
    expect(sharesOf('tove@example.org')).toHaveLength(1)
    expect(events.of('admin', 'invite_access_request')).toHaveLength(1)
  })
})

describe('a pin of a sign-in', () => {
  it('belongs to whoever began it: unknown, expired and foreign ones are refused alike', async () => {
    const { app, begin, check, approve, asBob, asAdmin, users, sharesOf } = await open()
    const { pin_id, code } = await begin()
    approve(code, 'tove')
    const foreign = await check(pin_id, asBob)
    const unknown = await check('pin_unknown')
    expect([refusal(foreign), foreign.body]).toEqual([EXPIRED, unknown.body])
    expect(refusal(await check(pin_id, asAdmin))).toEqual(EXPIRED)
    // Nor is it a link of an owner, whose token an instance could take.
    const owner = '/api/admin/instances/invite-server'
    expect(refusal(await asAdmin('POST', `${owner}/link/check`, { pin_id }))).toEqual(EXPIRED)
    expect(refusal(await asAdmin('POST', `${owner}/servers`, { link_pin: pin_id }))).toEqual(EXPIRED)
    expect(sharesOf('tove@example.org')).toEqual([])
    expect(users.bob.user.invite_email).toBe('')
    // It is still Uma's.
    expect((await check(pin_id)).body).toMatchObject({ linked: true, username: 'tove' })
    app.clock.advance(15 * 60_000)
    expect((await check(pin_id)).body).toEqual(unknown.body)
  })

  it('is begun ten times a minute, and can be polled as often as one likes', async () => {
    const { app, begin, check, asUma, plexTv } = await open()
    const { pin_id } = await begin()
    for (let i = 0; i < 9; i++) await begin()
    expect(refusal(await asUma('POST', `${PATH}/begin`, {}))).toEqual([429, 'rate_limited'])
    for (let i = 0; i < 150; i++) expect((await check(pin_id)).body).toEqual({ linked: false })
    // On average one poll of the provider in three seconds (plex.md).
    const polls = () => plexTv.journal.requests('GET /api/v2/pins/:id').length
    expect(polls()).toBe(5)
    app.clock.advance(15_000)
    await check(pin_id)
    expect(polls()).toBe(6)
  })

  it('is completed once, however many polls meet the approval', async () => {
    const { begin, check, approve, grant, sharesOf, plexTv } = await open()
    await grant('uma')
    const { pin_id, code } = await begin()
    approve(code, 'tove')
    const answers = await Promise.all([1, 2, 3, 4].map(() => check(pin_id)))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({ linked: true, invite_state: 'sent' })
    expect(sharesOf('tove@example.org')).toHaveLength(1)
    expect(plexTv.journal.requests('GET /devices.xml')).toHaveLength(1)
  })

  it('ends with the pin at the provider, and is tried again after a failure there', async () => {
    const { begin, check, approve, plexTv, cloud, asUma } = await open()
    const { pin_id, code } = await begin()
    approve(code, 'tove')
    plexTv.faults.next('GET /api/v2/pins/:id', status(503))
    expect(refusal(await check(pin_id))).toEqual([502, 'upstream_failed'])
    plexTv.faults.next('GET /api/v2/user', status(503))
    expect(refusal(await check(pin_id))).toEqual([502, 'upstream_failed'])
    expect((await check(pin_id)).body).toMatchObject({ linked: true })
    const second = await begin()
    cloud.pins.clear()
    expect(refusal(await check(second.pin_id))).toEqual(EXPIRED)
    plexTv.faults.next('POST /api/v2/pins', status(503))
    expect(refusal(await asUma('POST', `${PATH}/begin`, {}))).toEqual([502, 'upstream_failed'])
  })

  it('answers within eight seconds when the provider is slow, and the sweep sends the invite', async () => {
    const { app, begin, check, approve, grant, plexTv, sharesOf, sweep } = await open()
    await grant('uma')
    const { pin_id, code } = await begin()
    approve(code, 'tove')
    plexTv.faults.always('GET /api/v2/shared_servers/owned/accepted', hang())
    const waiting = check(pin_id)
    await expect
      .poll(() => plexTv.journal.requests('GET /api/v2/shared_servers/owned/accepted'))
      .toHaveLength(1)
    app.clock.advance(8000)
    const answer = {
      linked: true,
      username: 'tove',
      email: 'tove@example.org',
      invite_state: 'failed',
      identity_state: 'disabled',
    }
    expect((await waiting).body).toEqual(answer)
    plexTv.faults.clear()
    await sweep()
    expect(sharesOf('tove@example.org')).toHaveLength(1)
    expect((await check(pin_id)).body).toEqual(answer)
  })

  it('leaves no device behind, and never the owner’s', async () => {
    const { signIn, cloud, plexTv, asAdmin, app } = await open()
    const owner = '/api/admin/instances/invite-server/link'
    const link = (await asAdmin('POST', `${owner}/begin`, {})).body
    cloud.approvePin(link.code, cloud.owner.id)
    expect((await asAdmin('POST', `${owner}/check`, { pin_id: link.pin_id })).body.linked).toBe(true)
    const kept = cloud.devices.map(one => one.id)
    await signIn('marlow')
    expect(cloud.devices.map(one => one.id)).toEqual(kept)

    plexTv.faults.next('GET /devices.xml', status(500))
    await signIn('tove')
    expect(cloud.devices.map(one => one.id)).toEqual(kept)
    expect(plexTv.journal.requests('DELETE /api/v2/users/signout')).toHaveLength(1)

    plexTv.faults.always('GET /devices.xml', status(500))
    plexTv.faults.always('DELETE /api/v2/users/signout', status(500))
    expect(await signIn('ellen77')).toMatchObject({ linked: true })
    expect(JSON.stringify(app.log.entries)).toContain('the device of a sign-in could not be removed')
    // The next sign-in removes the device that the earlier one left.
    plexTv.faults.clear()
    await signIn('ellen77')
    expect(cloud.devices.map(one => one.id)).toEqual(kept)
  })
})

describe.each(ENGINES)('the account behind a pin as a sign-in method on %s (2/4.1)', engine => {
  it('is linked where that is turned on, once, and to nobody else', async () => {
    const { signIn, asAdmin, asUma, asBob, begin, approve, check } = await open({ engine })
    expect(await signIn('tove')).toMatchObject({ identity_state: 'disabled' })
    await asAdmin('PUT', '/api/admin/invite-auth', { enabled: true })
    expect(await signIn('tove')).toMatchObject({ identity_state: 'linked' })
    expect(await signIn('tove')).toMatchObject({ identity_state: 'already_linked' })
    const { identities } = (await asUma('GET', '/api/auth/invite-server/identities')).body
    expect(identities).toMatchObject([{ username: 'tove' }])
    // Uma signs in with another account already.
    const other = await signIn('ellen77')
    expect(other).toMatchObject({ identity_state: 'conflict', identity_error: expect.any(String) })
    const { pin_id, code } = await begin(asBob)
    approve(code, 'tove')
    expect((await check(pin_id, asBob)).body).toMatchObject({ linked: true, identity_state: 'conflict' })
    expect((await asBob('GET', '/api/auth/invite-server/identities')).body.identities).toEqual([])
  })
})
