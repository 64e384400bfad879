import { dropAfterCommit, held, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteServer } from '#test/invite-server.ts'
import { insertInstance } from '#test/managers.ts'
import { listenTo } from '#test/request-events.ts'

const TOVE = 'tove@example.org'
const ELLEN = 'ellen@example.org'
const SENT = 'POST /api/v2/shared_servers'
const READ = 'GET /api/v2/shared_servers/owned/accepted'
const REMOVED = 'DELETE /api/v2/shared_servers/:id'

describe('asking for an invite (2:4.1, 2:4.13.1)', () => {
  it('records the address, sends one invite and shows it until it is accepted', async () => {
    const { app, cloud, grant, request, sharesOf, asUma, asAdmin, users } = await buildInviteServer()
    await grant('uma')
    const made = await request(' Tove@Example.org ')
    expect([made.status, made.body]).toEqual([
      201,
      {
        username: 'tove',
        public_address: 'https://app.plex.tv',
        pending: true,
        administrator: false,
        manage_access: true,
      },
    ])
    const now = app.clock.now().toISOString()
    const me = (await asUma('GET', '/api/auth/me')).body
    expect(me).toMatchObject({ invite_email: 'Tove@Example.org', invited_at: now })
    const listed = (await asAdmin('GET', '/api/admin/users')).body
    expect(listed.find((one: { id: number }) => one.id === users.uma.user.id)).toMatchObject({
      invited_at: now,
    })
    const own = async () => (await asUma('GET', '/api/media-servers')).body[0]
    expect(await own()).toMatchObject({
      kind: 'invite',
      account: { username: 'tove', pending: true, verified: true, manage_access: true },
    })
    expect(refusal(await request(TOVE))).toEqual([409, 'account_exists'])
    const [share] = sharesOf(TOVE)
    cloud.acceptShare(share?.id ?? 0)
    expect((await own()).account).toMatchObject({ pending: false, access_sync_pending: false })
    expect(sharesOf(TOVE)).toHaveLength(1)
  })

  it('is refused alike for an unknown server and one without a grant, and says what is wrong otherwise', async () => {
    const { app, instance_id, grant, request, asUma, asAdmin, plexTv, changes } = await buildInviteServer()
    const ungranted = await request(TOVE)
    const unknown = await asUma('POST', '/api/media-servers/in_none/account', { email: TOVE })
    expect([ungranted.status, ungranted.body]).toEqual([403, unknown.body])
    await grant('uma')
    for (const email of ['', 'tove', 'tove@example', 'a b@example.org'])
      expect(refusal(await request(email))).toEqual([400, 'invalid_email'])
    const path = `/api/media-servers/${instance_id}/account`
    expect(refusal(await asUma('POST', path, { password: 'long enough' }))).toEqual([400, 'wrong_kind'])
    await insertInstance(app, { id: 'in_books', service_type: 'audiobook_server' })
    const other = await asAdmin('POST', '/api/media-servers/in_books/account', { email: TOVE })
    expect(refusal(other)).toEqual([400, 'wrong_kind'])
    expect(changes()).toEqual([])
    expect(plexTv.journal.entries.filter(one => one.path.includes('shared_servers'))).toEqual([])
    expect((await asUma('GET', '/api/auth/me')).body).toMatchObject({ invite_email: '' })
  })

  it('refuses an address that another user holds, in any case', async () => {
    const { grant, request, asBob, asAdmin, users, instance_id, changes } = await buildInviteServer()
    await grant('uma')
    await asBob('POST', '/api/auth/invite-email', { email: 'Bob@Example.org' })
    expect(refusal(await request('bob@example.ORG'))).toEqual([409, 'email_in_use'])
    // Linked by an admin, without an address of Bob's.
    const link = `/api/admin/users/${users.bob.user.id}/media-servers/${instance_id}/account`
    expect((await asAdmin('PUT', link, { remote_user_id: ELLEN })).status).toBe(200)
    expect(refusal(await request(ELLEN))).toEqual([409, 'email_in_use'])
    expect(changes()).toEqual([])
  })

  it('adopts a share that was made by hand, and never changes it', async () => {
    const { grant, request, accountOf, sharesOf, changes } = await buildInviteServer()
    await grant('uma')
    const before = structuredClone(sharesOf(ELLEN))
    const adopted = await request(ELLEN)
    expect([adopted.status, adopted.body]).toMatchObject([
      201,
      { username: 'ellen77', pending: false, manage_access: false },
    ])
    expect(await accountOf('uma')).toMatchObject({ created_by_app: false, manage_access: false })
    await grant('uma', false)
    expect(sharesOf(ELLEN)).toEqual(before)
    expect(changes()).toEqual([])
  })

  it.each([
    { call: READ, what: 'looks for a share', sent: [] },
    { call: SENT, what: 'sends the invite', sent: [SENT, REMOVED] },
  ])('is refused when the grant is taken away while Plex $what', async ({ call, sent }) => {
    const { app, grant, request, sharesOf, changes, accountOf, asAdmin, users, plexTv } =
      await buildInviteServer()
    await grant('uma')
    const answer = Promise.withResolvers<void>()
    plexTv.faults.next(call, held(answer.promise))
    const requested = request(TOVE)
    await expect.poll(() => plexTv.journal.requests(call)).toHaveLength(1)
    await setGrants(asAdmin, users.uma.user.id, {})
    answer.resolve()
    expect(refusal(await requested)).toEqual([403, 'instance_forbidden'])
    // An invite that was already on its way is taken back.
    await app.jobs.settle()
    expect(changes()).toEqual(sent)
    expect(sharesOf(TOVE)).toEqual([])
    expect((await accountOf('uma'))?.disabled).toBe(sent.length > 0 ? true : undefined)
  })

  it('moves a share that Foyer sent to a new address', async () => {
    const { grant, request, sharesOf, asUma, changes } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    expect((await request('new@example.org')).status).toBe(201)
    expect([sharesOf(TOVE).length, sharesOf('new@example.org').length]).toEqual([0, 1])
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe('new@example.org')
    expect(changes()).toEqual([SENT, REMOVED, SENT])
  })

  it('removes the share with the old address later when that failed, but not one that is in use again', async () => {
    const { grant, request, sharesOf, plexTv, sweep, accountOf } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    plexTv.faults.always(REMOVED, status(500))
    expect((await request('new@example.org')).status).toBe(201)
    expect(sharesOf(TOVE)).toHaveLength(1)
    plexTv.faults.clear()
    await sweep()
    expect([sharesOf(TOVE).length, sharesOf('new@example.org').length]).toEqual([0, 1])

    plexTv.faults.always(REMOVED, status(500))
    await request(TOVE)
    await request('new@example.org')
    // Foyer was about to remove it, so it is Foyer's own and not one that was made by hand.
    expect(await accountOf('uma')).toMatchObject({ created_by_app: true, manage_access: true })
    plexTv.faults.clear()
    await sweep()
    expect([sharesOf(TOVE).length, sharesOf('new@example.org').length]).toEqual([0, 1])
  })

  it('is known to admins also when it was accepted with another account', async () => {
    const { cloud, grant, request, sharesOf, asAdmin, users, instance_id } = await buildInviteServer()
    await grant('uma')
    const address = 'second.address@example.org'
    await request(address)
    const [share] = sharesOf(address)
    const tove = [...cloud.accounts.values()].find(one => one.email === TOVE)
    if (!share || !tove) throw new Error('no share or no account')
    share.invited_id = tove.id
    cloud.acceptShare(share.id)
    const { body: accounts } = await asAdmin('GET', '/api/admin/media-servers/accounts')
    expect(accounts).toMatchObject([{ remote_user_id: address, verified: true, live_username: 'tove' }])
    const { body } = await asAdmin('GET', `/api/admin/media-servers/${instance_id}/users`)
    const shown = body.users.find((one: { name: string }) => one.name === 'tove')
    expect(shown).toMatchObject({ id: TOVE, linked_user_id: users.uma.user.id })
  })

  it('never moves a share that an admin linked', async () => {
    const { grant, request, shareEmail, asUma, asAdmin, users, instance_id, changes } =
      await buildInviteServer()
    await grant('uma')
    const link = `/api/admin/users/${users.uma.user.id}/media-servers/${instance_id}/account`
    await asAdmin('PUT', link, { remote_user_id: ELLEN })
    const refused = await request(TOVE)
    expect(refusal(refused)).toEqual([409, 'account_exists'])
    expect(refused.body.error).toContain('unlink')
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe('')
    expect(await shareEmail(TOVE)).toBe('failed')
    expect(changes()).toEqual([])
    expect((await asAdmin('DELETE', link)).status).toBe(204)
    expect((await request(TOVE)).status).toBe(201)
  })

  it('is refused for a share that is there, also when Plex is away', async () => {
    const { grant, request, asUma, asAdmin, users, instance_id, plexTv, changes } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    plexTv.faults.always('* /*', status(503))
    expect(refusal(await request(TOVE))).toEqual([409, 'account_exists'])
    plexTv.faults.clear()
    // One that an admin linked is not moved.
    const link = `/api/admin/users/${users.uma.user.id}/media-servers/${instance_id}/account`
    expect((await asAdmin('DELETE', link)).status).toBe(204)
    expect((await asAdmin('PUT', link, { remote_user_id: ELLEN })).status).toBe(200)
    plexTv.faults.always('* /*', status(503))
    const refused = await request('new@example.org')
    expect([refusal(refused), refused.body.error]).toEqual([
      [409, 'account_exists'],
      expect.stringContaining('unlink'),
    ])
    expect((await asUma('GET', '/api/auth/me')).body.invite_email).toBe(TOVE)
    expect(changes()).toEqual([SENT])
  })

  it('records the owner as an administrator, who is never invited, changed or removed', async () => {
    const { app, cloud, grant, request, accountOf, asAdmin, users, instance_id, changes, sweep } =
      await buildInviteServer()
    await grant('uma')
    const answer = await request(cloud.owner.email)
    expect([answer.status, answer.body]).toMatchObject([201, { administrator: true, manage_access: false }])
    expect(await accountOf('uma')).toMatchObject({ administrator: true, manage_access: false })
    const manage = `/api/admin/users/${users.uma.user.id}/media-servers/${instance_id}/account/management`
    expect(refusal(await asAdmin('PATCH', manage, { manage_access: true }))).toEqual([
      409,
      'administrator_account',
    ])
    await grant('uma', false)
    await sweep()
    expect((await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`)).status).toBe(200)
    await app.jobs.settle()
    expect(changes()).toEqual([])
  })

  it('sends one invite when the answer is lost, and answers 502 with the invite owed when Plex is away', async () => {
    const { grant, request, plexTv, sharesOf, sweep, accountOf } = await buildInviteServer()
    await grant('uma')
    plexTv.faults.next(SENT, dropAfterCommit())
    expect((await request(TOVE)).status).toBe(201)
    expect(sharesOf(TOVE)).toHaveLength(1)

    plexTv.faults.always(SENT, status(500))
    expect(refusal(await request('later@example.org'))).toEqual([502, 'upstream_failed'])
    expect(await accountOf('uma')).toMatchObject({ access_sync_pending: true, verified: false })
    // It was never sent, so there is nothing that could exist.
    plexTv.faults.always('* /*', status(500))
    expect(refusal(await request('later@example.org'))).toEqual([502, 'upstream_failed'])
    plexTv.faults.clear()
    await sweep()
    expect(sharesOf('later@example.org')).toHaveLength(1)
    expect(await accountOf('uma')).toMatchObject({ access_sync_pending: false, verified: true })
  })
})

describe.each(ENGINES)('an address that was shared on %s (1:4.1, 2:4.13.1)', engine => {
  it('sends one invite to somebody who asks twice at once, and one person gets an address', async () => {
    const { grant, request, asBob, instance_id, sharesOf } = await buildInviteServer({ engine })
    await grant('uma')
    await grant('bob')
    const twice = await Promise.all([request(TOVE), request(TOVE)])
    expect(twice.map(answer => answer.status).sort((a, b) => a - b)).toEqual([201, 409])
    expect(sharesOf(TOVE)).toHaveLength(1)
    const both = await Promise.all([
      request('one@example.org'),
      asBob('POST', `/api/media-servers/${instance_id}/account`, { email: 'one@example.org' }),
    ])
    expect(both.map(answer => answer.status).sort((a, b) => a - b)).toEqual([201, 409])
    expect(sharesOf('one@example.org')).toHaveLength(1)
  })

  it('is sent by the sweep when the server was away, which then makes no further call', async () => {
    const { grant, shareEmail, plexTv, sharesOf, sweep, asUma } = await buildInviteServer({ engine })
    await shareEmail(TOVE)
    plexTv.faults.always('* /*', status(503))
    await grant('uma')
    expect(sharesOf(TOVE)).toEqual([])
    expect((await asUma('GET', '/api/auth/me')).body.invited_at).toBeUndefined()
    plexTv.faults.clear()
    await sweep()
    expect(sharesOf(TOVE)).toHaveLength(1)
    const calls = plexTv.journal.entries.length
    await sweep()
    expect(plexTv.journal.entries).toHaveLength(calls)
  })
})

describe('an address that was shared (1:4.1, 2:4.13.1)', () => {
  it('is reported to the admins when there is no grant, and is invited when the grant comes', async () => {
    const { app, admin, users, asAdmin, shareEmail, grant, sharesOf, changes, sweep } =
      await buildInviteServer()
    const events = listenTo(app, { admin, ...users })
    expect(await shareEmail(TOVE)).toBe('')
    await sweep()
    expect(changes()).toEqual([])
    const { id: user_id } = users.uma.user
    await expect
      .poll(() => events.of('admin', 'invite_access_request'))
      .toEqual([{ user_id, username: 'uma', invite_state: '' }])
    expect(events.of('uma', 'invite_access_request')).toEqual([])
    const inbox = (await asAdmin('GET', '/api/notifications/inbox')).body
    expect(inbox.entries.map((one: { type: string }) => one.type)).toContain('invite_access_request')

    await grant('uma')
    expect(sharesOf(TOVE)).toHaveLength(1)
    expect(events.of('admin', 'invite_access_request')).toHaveLength(1)
  })

  it('is not announced to the admins by somebody who has the grant', async () => {
    const { app, admin, users, shareEmail, grant, sharesOf } = await buildInviteServer()
    const events = listenTo(app, { admin, ...users })
    await grant('uma')
    expect(await shareEmail(TOVE)).toBe('sent')
    expect(await shareEmail(TOVE)).toBe('sent')
    expect(sharesOf(TOVE)).toHaveLength(1)
    expect(await shareEmail(ELLEN)).toBe('adopted')
    expect(sharesOf(TOVE)).toEqual([])
    expect(events.of('admin', 'invite_access_request')).toEqual([])
  })

  it('is granted and invited at once where the server approves by itself', async () => {
    const { app, admin, users, shareEmail, sharesOf, asUma, asAdmin } = await buildInviteServer({
      server_config: { auto_approve: true },
    })
    const events = listenTo(app, { admin, ...users })
    expect(await shareEmail(TOVE)).toBe('sent')
    await app.jobs.settle()
    expect(sharesOf(TOVE)).toHaveLength(1)
    await expect.poll(() => events.of('uma', 'media_server_access')).toHaveLength(1)
    expect(events.of('admin', 'invite_access_request')).toEqual([])
    expect((await asUma('GET', '/api/media-servers')).body).toHaveLength(1)
    const grants = await asAdmin('GET', `/api/admin/users/${users.uma.user.id}/instance-grants`)
    expect(Object.keys(grants.body)).toEqual(['invite_server'])
  })

  it('belongs to another user’s share, or stays unlinked until it is asked for', async () => {
    const { grant, request, shareEmail, asAdmin, users, instance_id, sharesOf, changes, sweep } =
      await buildInviteServer()
    const linkOf = (id: number) => `/api/admin/users/${id}/media-servers/${instance_id}/account`
    await asAdmin('PUT', linkOf(users.bob.user.id), { remote_user_id: ELLEN })
    await grant('uma')
    expect(await shareEmail(ELLEN)).toBe('claimed')
    await sweep()
    expect(changes()).toEqual([])

    expect(await shareEmail(TOVE)).toBe('sent')
    expect((await asAdmin('DELETE', linkOf(users.uma.user.id))).status).toBe(204)
    expect(await shareEmail('other@example.org')).toBe('unlinked')
    await sweep()
    await grant('uma', false)
    await grant('uma')
    expect(changes()).toEqual([SENT])
    expect((await request('other@example.org')).status).toBe(201)
    expect(sharesOf('other@example.org')).toHaveLength(1)
  })

  it('is sent to an admin, who needs no grant, by the sweep when the server was away', async () => {
    const { asAdmin, plexTv, sharesOf, sweep } = await buildInviteServer()
    plexTv.faults.always('* /*', status(503))
    const shared = await asAdmin('POST', '/api/auth/invite-email', { email: TOVE })
    expect([shared.status, shared.body]).toMatchObject([200, { invite_state: 'failed' }])
    plexTv.faults.clear()
    await sweep()
    expect(sharesOf(TOVE)).toHaveLength(1)
    const calls = plexTv.journal.entries.length
    await sweep()
    expect(plexTv.journal.entries).toHaveLength(calls)
  })

  it('is moved to by the sweep when the server was away', async () => {
    const { grant, shareEmail, request, plexTv, sharesOf, sweep } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    plexTv.faults.always('* /*', status(503))
    expect(await shareEmail('new@example.org')).toBe('failed')
    plexTv.faults.clear()
    expect(sharesOf(TOVE)).toHaveLength(1)
    await sweep()
    expect([sharesOf(TOVE).length, sharesOf('new@example.org').length]).toEqual([0, 1])
    const calls = plexTv.journal.entries.length
    await sweep()
    expect(plexTv.journal.entries).toHaveLength(calls)
  })
})

describe('a share that Foyer sent (2:3, 2:4.13.1)', () => {
  it('goes with the grant and comes back with it', async () => {
    const { app, grant, request, sharesOf, asUma, accountOf } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    await grant('uma', false)
    expect(sharesOf(TOVE)).toEqual([])
    expect(await accountOf('uma')).toMatchObject({ disabled: true, granted: false })
    const { body: me } = await asUma('GET', '/api/auth/me')
    expect(me).toMatchObject({ invite_email: TOVE })
    expect(me.invited_at).toBeUndefined()
    app.clock.advance(1000)
    await grant('uma')
    expect(sharesOf(TOVE)).toHaveLength(1)
    const again = (await asUma('GET', '/api/auth/me')).body.invited_at
    expect(again).toBe(app.clock.now().toISOString())
  })

  it('comes back to the address that was shared while there was no grant, and to no other', async () => {
    const { grant, request, shareEmail, sharesOf, changes, accountOf, sweep } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    await grant('uma', false)
    expect(await shareEmail('new@example.org')).toBe('')
    await grant('uma')
    expect([sharesOf(TOVE).length, sharesOf('new@example.org').length]).toEqual([0, 1])
    await sweep()
    expect(changes()).toEqual([SENT, REMOVED, SENT])
    expect(await accountOf('uma')).toMatchObject({
      remote_user_id: 'new@example.org',
      access_sync_pending: false,
    })
  })

  it('follows a default instance, which counts as a grant (1/4.12)', async () => {
    const { app, admin, users, shareEmail, sharesOf, asAdmin, instance_id, sweep } = await buildInviteServer()
    const events = listenTo(app, { admin, ...users })
    await shareEmail(TOVE)
    const choose = async (defaults: Record<string, string>) => {
      const path = `/api/admin/users/${users.uma.user.id}/default-instances`
      expect((await asAdmin('PUT', path, defaults)).status).toBe(200)
      await app.jobs.settle()
    }
    await choose({ invite_server: instance_id })
    expect(sharesOf(TOVE)).toHaveLength(1)
    expect(events.of('uma', 'media_server_access')).toHaveLength(1)
    await choose({})
    expect(sharesOf(TOVE)).toEqual([])
    await choose({ invite_server: instance_id })
    await sweep()
    expect(sharesOf(TOVE)).toHaveLength(1)
  })

  it('is not sent again when somebody else removed it', async () => {
    const { cloud, grant, request, sharesOf, changes, sweep, plexTv, asUma, asAdmin, instance_id } =
      await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    cloud.shares.splice(0)
    const [movies] = cloud.sections
    await asAdmin('PUT', `/api/admin/instances/${instance_id}`, {
      server_config: { library_ids: [String(movies?.id)] },
    })
    await grant('uma', false)
    await grant('uma')
    await sweep()
    expect(sharesOf(TOVE)).toEqual([])
    expect(changes()).toEqual([SENT])
    expect((await asUma('GET', '/api/media-servers')).body[0].account).toBeNull()
    const calls = plexTv.journal.entries.length
    await sweep()
    expect(plexTv.journal.entries).toHaveLength(calls)
    // Asked for, it is.
    expect((await request(TOVE)).status).toBe(201)
    expect(sharesOf(TOVE)).toHaveLength(1)
  })

  it('is known to be removed by Foyer when the answer of the removal is lost', async () => {
    const { grant, request, sharesOf, sweep, plexTv } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    plexTv.faults.next(REMOVED, dropAfterCommit())
    await grant('uma', false)
    expect(sharesOf(TOVE)).toEqual([])
    await sweep()
    await grant('uma')
    expect(sharesOf(TOVE)).toHaveLength(1)
  })

  it('follows the libraries that the server shares', async () => {
    const { cloud, grant, request, sharesOf, asAdmin, instance_id } = await buildInviteServer()
    await grant('uma')
    await request(TOVE)
    const [movies] = cloud.sections
    expect(sharesOf(TOVE)[0]?.section_ids).toHaveLength(3)
    const server_config = { library_ids: [String(movies?.id)] }
    await asAdmin('PUT', `/api/admin/instances/${instance_id}`, { server_config })
    expect(sharesOf(TOVE)[0]?.section_ids).toEqual([movies?.id])
  })

  it.each(['answered', 'lost'])(
    'does not outlive a user who is deleted while it is being sent, and %s',
    async how => {
      const { app, grant, request, sharesOf, asAdmin, users, plexTv, sweep } = await buildInviteServer()
      await grant('uma')
      const answer = Promise.withResolvers<void>()
      plexTv.faults.next(SENT, held(answer.promise))
      const sending = request(TOVE)
      await expect.poll(() => plexTv.journal.requests(SENT)).toHaveLength(1)
      expect((await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`)).status).toBe(200)
      await app.jobs.settle()
      // Whether it was sent cannot be read.
      if (how === 'lost') plexTv.faults.always('GET /*', status(500))
      answer.resolve()
      expect(refusal(await sending)).toEqual([401, 'session_revoked'])
      plexTv.faults.clear()
      await sweep()
      expect(sharesOf(TOVE)).toEqual([])
    },
  )

  it('ends with its user, also when the invite was still owed', async () => {
    const { app, grant, request, sharesOf, asAdmin, users, plexTv, sweep } = await buildInviteServer()
    await grant('uma')
    plexTv.faults.always(SENT, status(500))
    await request(TOVE)
    expect((await asAdmin('DELETE', `/api/admin/users/${users.uma.user.id}`)).status).toBe(200)
    plexTv.faults.clear()
    await app.jobs.settle()
    await sweep()
    expect(sharesOf(TOVE)).toEqual([])
    expect(await app.database.read.selectFrom('media_server_removals').selectAll().execute()).toEqual([])
  })
})

describe('a new grant (1/6, 2/4.13)', () => {
  it('is announced once to that user, and to nobody else', async () => {
    const { app, admin, users, asAdmin, asUma, instance_id, grant } = await buildInviteServer()
    const events = listenTo(app, { admin, ...users })
    await grant('uma')
    await grant('uma')
    const user_ids = [users.uma.user.id]
    await asAdmin('PUT', `/api/admin/instances/${instance_id}/grant-users`, { user_ids })
    const data = { instance_id, name: 'Cellar', kind: 'invite' }
    expect(events.of('uma', 'media_server_access')).toEqual([data])
    expect(events.of('bob', 'media_server_access')).toEqual([])
    expect(events.of('admin', 'media_server_access')).toEqual([])
    const inbox = (await asUma('GET', '/api/notifications/inbox')).body
    expect(inbox.entries.map((one: { type: string }) => one.type)).toEqual(['media_server_access'])
    await grant('uma', false)
    expect(events.of('uma', 'media_server_access')).toHaveLength(1)
    await grant('uma')
    expect(events.of('uma', 'media_server_access')).toHaveLength(2)
  })
})
