import { hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { buildInviteSignIn, INVITE_AUTH } from '#test/invite-sign-in.ts'
import { addInstance } from '#test/managers.ts'
import { changeRole } from '#test/people.ts'

const CANDIDATES = `${INVITE_AUTH}/candidates`
const ACCEPTED = 'GET /api/v2/shared_servers/owned/accepted'

async function build(parts: Parameters<typeof buildInviteSignIn>[0] = {}) {
  const world = await buildInviteSignIn(parts)
  const { asAdmin, accountNamed, users } = world
  const mapping = (name: 'uma' | 'bob', account: string) => ({
    user_id: users[name].user.id,
    invite_account_id: String(accountNamed(account).id),
  })
  return {
    ...world,
    mapping,
    candidates: async () => expectOk(await asAdmin('GET', CANDIDATES)).candidates,
    confirm: (...mappings: unknown[]) => asAdmin('POST', `${INVITE_AUTH}/confirm`, { mappings }),
    identities: () => world.app.database.read.selectFrom('sign_in_identities').selectAll().execute(),
  }
}

describe.each(ENGINES)('shares that could become identities on %s (2:4.3)', engine => {
  it('are reviewed afresh and confirmed', async () => {
    const { candidates, confirm, mapping, linkShare, users, instance_id, accountNamed, signIn } = await build(
      {
        engine,
      },
    )
    expect(await candidates()).toEqual([])
    const { id } = users.uma.user
    expectOk(await linkShare(id, 'ellen@example.org'))
    expectOk(await linkShare(users.bob.user.id, 'new.person@example.org'))
    const ellen = {
      user_id: id,
      username: 'uma',
      invite_account_id: String(accountNamed('ellen77').id),
      email: 'ellen@example.org',
      invite_username: 'ellen77',
      servers: [{ instance_id, name: 'Cellar' }],
      reason: '',
      confirmed: false,
    }
    expect(await candidates()).toEqual([
      {
        user_id: users.bob.user.id,
        username: 'bob',
        invite_account_id: '',
        email: 'new.person@example.org',
        invite_username: 'new.person@example.org',
        servers: [{ instance_id, name: 'Cellar', error: 'pending_invite' }],
        reason: 'pending_invite',
        confirmed: false,
      },
      ellen,
    ])
    const confirmed = { status: 'confirmed', confirmed: 1 }
    expect((await confirm(mapping('uma', 'ellen77'))).body).toEqual(confirmed)
    expect((await confirm(mapping('uma', 'ellen77'))).body).toEqual(confirmed)
    expect((await candidates())[1]).toEqual({ ...ellen, confirmed: true })
    expect((await signIn('ellen77')).body.user.id).toBe(id)
  })

  it('are confirmed all or not at all, and only as they are now', async () => {
    const world = await build({ engine })
    const { app, admin, plex, confirm, mapping, linkShare, users, share, cloud, identities } = world
    const { link, asAdmin } = world
    share('tove@example.org')
    expectOk(await linkShare(users.uma.user.id, 'ellen@example.org'))
    expectOk(await linkShare(users.bob.user.id, 'tove@example.org'))
    const both = [mapping('uma', 'ellen77'), mapping('bob', 'tove')]
    // Another account than the one of the share.
    expect(refusal(await confirm(mapping('uma', 'ellen77'), mapping('bob', 'marlow')))).toEqual([
      409,
      'conflict',
    ])
    expect(refusal(await confirm(...both, { user_id: 999, invite_account_id: '1' }))).toEqual([
      409,
      'conflict',
    ])
    const kept = [...cloud.shares]
    cloud.shares.splice(0, cloud.shares.length, ...kept.filter(one => !one.invited_email.startsWith('tove')))
    expect(refusal(await confirm(...both))).toEqual([409, 'conflict'])
    cloud.shares.splice(0, cloud.shares.length, ...kept)
    expectOk(await link(asAdmin, 'tove'))
    expect(refusal(await confirm(...both))).toEqual([409, 'identity_conflict'])
    expect((await identities()).map(one => one.username)).toEqual(['tove'])
    // Somebody else has the account on another server.
    const attic = await addInstance(app, admin.access_token, {
      service_type: 'invite_server',
      name: 'Attic',
      url: plex.url,
      api_key: plex.token,
    })
    const bobs = `/api/admin/users/${users.bob.user.id}/media-servers/${attic.id}/account`
    expectOk(await asAdmin('PUT', bobs, { remote_user_id: 'ellen@example.org' }))
    expect(refusal(await confirm(mapping('uma', 'ellen77')))).toEqual([409, 'conflict'])
    expect((await asAdmin('DELETE', bobs)).status).toBe(204)
    expect((await confirm(mapping('uma', 'ellen77'))).status).toBe(200)
  })
})

describe('a review of candidates', () => {
  it('takes a server that does not answer for uncertain, within four seconds', async () => {
    const { app, asAdmin, confirm, mapping, linkShare, users, plexTv, identities } = await build()
    expectOk(await linkShare(users.uma.user.id, 'ellen@example.org'))
    plexTv.faults.next(ACCEPTED, status(500))
    expect((await asAdmin('GET', CANDIDATES)).body.candidates).toMatchObject([
      { reason: 'unreachable', servers: [{ error: 'unreachable' }], email: 'ellen@example.org' },
    ])
    const before = plexTv.journal.requests(ACCEPTED).length
    plexTv.faults.always(ACCEPTED, hang())
    const waiting = asAdmin('GET', CANDIDATES)
    await expect.poll(() => plexTv.journal.requests(ACCEPTED).length).toBe(before + 1)
    app.clock.advance(4000)
    expect((await waiting).body.candidates).toMatchObject([{ reason: 'unreachable' }])
    plexTv.faults.clear()
    plexTv.faults.next(ACCEPTED, status(500))
    expect(refusal(await confirm(mapping('uma', 'ellen77')))).toEqual([503, 'unavailable'])
    expect(await identities()).toEqual([])
  })

  it('reads each server once, however many are linked, and only for admins', async () => {
    const { app, asUma, linkShare, users, plexTv, candidates, cloud, share } = await build()
    for (const [i, name] of (['uma', 'bob'] as const).entries()) {
      const account = cloud.addAccount(`friend${i}`, `friend${i}@example.org`)
      share(account.id)
      expectOk(await linkShare(users[name].user.id, `friend${i}@example.org`))
    }
    const before = plexTv.journal.requests(ACCEPTED).length
    expect(await candidates()).toHaveLength(2)
    expect(plexTv.journal.requests(ACCEPTED)).toHaveLength(before + 1)
    expect(refusal(await asUma('GET', CANDIDATES))).toEqual([403, 'forbidden'])
    expect(refusal(await callAs(app)('GET', CANDIDATES))).toEqual([401, 'unauthorized'])
  })

  it('is refused to somebody who stopped being an admin while it waited', async () => {
    const { app, addUser, linkShare, users, plexTv, mapping, identities } = await build()
    expectOk(await linkShare(users.uma.user.id, 'ellen@example.org'))
    const { session, call } = await addUser('eve')
    await changeRole(app, session.user.id, 'admin')
    const before = plexTv.journal.requests(ACCEPTED).length
    plexTv.faults.always(ACCEPTED, hang())
    const mappings = [mapping('uma', 'ellen77')]
    const waiting = call('POST', `${INVITE_AUTH}/confirm`, { mappings })
    await expect.poll(() => plexTv.journal.requests(ACCEPTED).length).toBe(before + 1)
    await changeRole(app, session.user.id, 'user')
    app.clock.advance(4000)
    expect(refusal(await waiting)).toEqual([403, 'forbidden'])
    expect(await identities()).toEqual([])
  })

  it.each([
    ['none', 0],
    ['too many', 201],
  ])('accepts 1 to 200 mappings, and not %s', async (_name, count) => {
    const { confirm } = await build()
    const mappings = Array.from({ length: count }, () => ({ user_id: 1, invite_account_id: '1' }))
    expect(refusal(await confirm(...mappings))).toEqual([400, 'validation'])
  })
})

describe('an identity that is in the way of a link (2/4.2)', () => {
  it('is reported beside the link and the import, which both succeed', async () => {
    const { link, linkShare, asUma, asAdmin, users, share, instance_id, cloud } = await build()
    expectOk(await link(asUma, 'ellen77'))
    const linked = await linkShare(users.bob.user.id, 'ellen@example.org')
    expect(linked.body).toMatchObject({
      username: 'bob',
      invite_identity_error: expect.any(String),
      invite_identity_conflict: 'taken',
    })
    share('tove@example.org')
    const own = await linkShare(users.uma.user.id, 'tove@example.org')
    expect(own.body.invite_identity_error).not.toBe(linked.body.invite_identity_error)
    expect(own.body.invite_identity_conflict).toBe('has_another')
    const path = `/api/admin/users/${users.uma.user.id}/media-servers/${instance_id}/account`
    expect((await asAdmin('DELETE', path)).status).toBe(204)
    const pia = cloud.addAccount('pia', 'pia@example.org')
    share(pia.id)
    const imported = await asAdmin('POST', `/api/admin/media-servers/${instance_id}/import`, {
      remote_user_ids: ['tove@example.org', 'pia@example.org'],
      server_url: 'https://foyer.example.org',
      mappings: { 'tove@example.org': users.uma.user.id },
    })
    expect(imported.body.results).toMatchObject([
      {
        linked: true,
        error: '',
        invite_identity_error: expect.any(String),
        invite_identity_conflict: 'has_another',
      },
      { linked: true, error: '' },
    ])
    expect(imported.body.results[1]).not.toHaveProperty('invite_identity_error')
  })
})
