import { status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import {
  ACCOUNT_SERVERS,
  addRemote,
  buildMediaServers,
  isUsable,
  type MediaServerWorld,
  type ServerName,
} from '#test/media-servers.ts'
import { changeRole, signInAs, tokenOf } from '#test/people.ts'
import { ENGINES } from '#test/engines.ts'

const SERVER_URL = 'https://foyer.example'
const ORDINARY = { IsAdministrator: false, IsDisabled: false }

const importPath = (instance_id: string) => `/api/admin/media-servers/${instance_id}/import`

async function importFrom(world: MediaServerWorld, server: ServerName, body: object) {
  const answer = await world.asAdmin('POST', importPath(world.ids[server]), {
    server_url: SERVER_URL,
    ...body,
  })
  return expectOk(answer).results
}

async function accountsOf(world: MediaServerWorld) {
  return expectOk(await world.asAdmin('GET', '/api/admin/media-servers/accounts'))
}

describe.each(ACCOUNT_SERVERS)('importing accounts of %s (2:4.2)', server => {
  it('makes a user of exactly that name, with the grant, a linked-only account and a connect link', async () => {
    const world = await buildMediaServers()
    const id = addRemote(world.simulators, server, 'Nils Holm')
    const writes = () =>
      world.simulators[server].journal.entries.filter(entry => entry.method !== 'GET').length
    const before = writes()

    const [result, ...more] = await importFrom(world, server, { remote_user_ids: [id] })
    expect(more).toEqual([])
    expect(result).toEqual({
      remote_user_id: id,
      remote_username: 'Nils Holm',
      user_id: expect.any(Number),
      username: 'Nils Holm',
      created: true,
      linked: true,
      link: expect.stringMatching(/^https:\/\/foyer\.example\/connect\?token=/),
      origin_source: 'app',
      error: '',
    })
    expect(await accountsOf(world)).toMatchObject([
      {
        user_id: result.user_id,
        remote_user_id: id,
        created_by_app: false,
        manage_access: false,
        granted: true,
        access_sync_pending: false,
        verified: true,
      },
    ])
    // Linked-only: the server was read and never written to, also not by what follows.
    await world.sweep()
    expect(writes()).toBe(before)

    const connected = await callAs(world.app)('POST', '/api/auth/connect', { token: tokenOf(result.link) })
    const own = await callAs(world.app, connected.body.access_token)('GET', '/api/media-servers')
    expect(own.body).toMatchObject([{ instance_id: world.ids[server], account: { username: 'Nils Holm' } }])
  })

  it('uses a user of that name who exists, whatever the case, and mints no link for one who can sign in', async () => {
    const world = await buildMediaServers()
    const { user } = await signInAs(world.app, 'Uma', 'user')
    const id = addRemote(world.simulators, server, 'uma')
    expect(await importFrom(world, server, { remote_user_ids: [id] })).toMatchObject([
      {
        user_id: user.id,
        username: 'Uma',
        created: false,
        linked: true,
        link: '',
        origin_source: '',
        error: '',
      },
    ])
  })

  it('manages the accounts when asked to, but never an administrator', async () => {
    const world = await buildMediaServers()
    const ordinary = addRemote(world.simulators, server, 'uma', { disabled: true })
    const boss = addRemote(world.simulators, server, 'boss', { administrator: true })
    const results = await importFrom(world, server, {
      remote_user_ids: [ordinary, boss],
      manage_access: true,
    })
    expect(results).toMatchObject([
      { linked: true, error: '' },
      { linked: true, error: '' },
    ])
    // The grant that came with the import was applied before the answer.
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
    expect(await accountsOf(world)).toMatchObject([
      { username: 'boss', manage_access: false, administrator: true, access_sync_pending: false },
      {
        username: 'uma',
        manage_access: true,
        administrator: false,
        access_sync_pending: false,
        disabled: false,
      },
    ])
    await world.grant(results[0].user_id)
    await world.grant(results[1].user_id)
    expect([isUsable(world.simulators, server, 'uma'), isUsable(world.simulators, server, 'boss')]).toEqual([
      false,
      true,
    ])
  })
})

describe.each(ENGINES)('rows of an import on %s (2:4.2)', engine => {
  it('fail by themselves, each with its reason, and a second run does the rest', async () => {
    const world = await buildMediaServers({ engine })
    const uma = await world.addPerson('uma', 'jellyfin')
    const own = addRemote(world.simulators, 'jellyfin', 'somebody')
    const other = addRemote(world.simulators, 'jellyfin', 'uma')
    const free = addRemote(world.simulators, 'jellyfin', 'nils')
    const odd = addRemote(world.simulators, 'jellyfin', 'x'.repeat(129))
    const mapped = addRemote(world.simulators, 'jellyfin', 'mapped')
    const beyond = addRemote(world.simulators, 'jellyfin', 'beyond')
    const link = `/api/admin/users/${uma.id}/media-servers/${world.ids.jellyfin}/account`
    expectOk(await world.asAdmin('PUT', link, { remote_user_id: own }))

    const remote_user_ids = ['gone', own, other, odd, mapped, beyond, free]
    const mappings = { [mapped]: 4711, [beyond]: 3_000_000_000 }
    const results = await importFrom(world, 'jellyfin', { remote_user_ids, mappings })
    const nothing = { created: false, linked: false, link: '', origin_source: '' }
    expect(results).toMatchObject([
      {
        remote_user_id: 'gone',
        remote_username: '',
        user_id: null,
        username: '',
        error: 'not_found',
        ...nothing,
      },
      { remote_user_id: own, user_id: uma.id, username: 'uma', error: 'already_linked', ...nothing },
      { remote_user_id: other, user_id: uma.id, username: 'uma', error: 'user_has_account', ...nothing },
      { remote_user_id: odd, user_id: null, error: 'user_failed', ...nothing },
      { remote_user_id: mapped, user_id: null, error: 'user_failed', ...nothing },
      { remote_user_id: beyond, user_id: null, error: 'user_failed', ...nothing },
      { remote_user_id: free, username: 'nils', created: true, linked: true, error: '' },
    ])
    const again = await importFrom(world, 'jellyfin', { remote_user_ids: [mapped, free] })
    expect(again).toMatchObject([
      { remote_user_id: mapped, username: 'mapped', created: true, error: '' },
      { remote_user_id: free, username: 'nils', created: false, error: 'already_linked' },
    ])
    const names = expectOk(await world.asAdmin('GET', '/api/admin/users')).map(
      (user: { username: string }) => user.username,
    )
    expect(names.toSorted()).toEqual(['ana', 'mapped', 'nils', 'uma'])
  })

  it('takes shares of the invite server, and asks whose they are where the name is taken', async () => {
    const world = await buildMediaServers({ engine })
    const ellen = 'ellen@example.org'
    const invited = 'new.person@example.org'
    const taken = await world.addPerson('ELLEN77')
    const conflict = await importFrom(world, 'plex', { remote_user_ids: [ellen, invited] })
    expect(conflict).toMatchObject([
      {
        remote_user_id: ellen,
        remote_username: 'ellen77',
        user_id: null,
        username: '',
        created: false,
        linked: false,
        error: 'username_conflict',
      },
      { remote_user_id: invited, username: invited, created: true, linked: true, error: '' },
    ])
    const mappings = { [ellen]: taken.id }
    expect(await importFrom(world, 'plex', { remote_user_ids: [ellen], mappings })).toMatchObject([
      { user_id: taken.id, username: 'ELLEN77', created: false, linked: true, error: '' },
    ])
    const users = expectOk(await world.asAdmin('GET', '/api/admin/users'))
    const emails = Object.fromEntries(
      users.map((user: { username: string; invite_email: string }) => [user.username, user.invite_email]),
    )
    expect(emails).toEqual({ ana: '', ELLEN77: ellen, [invited]: invited })
  })
})

describe('an import (2:4.2)', () => {
  it('keeps the address that somebody has, and never records that of another', async () => {
    const world = await buildMediaServers()
    const one = await world.addPerson('one')
    const two = await world.addPerson('two')
    expectOk(await one.call('POST', '/api/auth/invite-email', { email: 'one@example.org' }))
    expectOk(await two.call('POST', '/api/auth/invite-email', { email: 'new.person@example.org' }))
    const three = await world.addPerson('three')
    const mappings = { 'ellen@example.org': one.id, 'new.person@example.org': three.id }
    const results = await importFrom(world, 'plex', { remote_user_ids: Object.keys(mappings), mappings })
    expect(results).toMatchObject([{ linked: true }, { linked: true }])
    const users = expectOk(await world.asAdmin('GET', '/api/admin/users'))
    const emailOf = (id: number) => users.find((user: { id: number }) => user.id === id).invite_email
    expect([one, two, three].map(({ id }) => emailOf(id))).toEqual([
      'one@example.org',
      'new.person@example.org',
      '',
    ])
  })

  it('refuses no ids, more than 200, an address that is none or missing, unknown servers and silent ones', async () => {
    const world = await buildMediaServers()
    const id = addRemote(world.simulators, 'jellyfin', 'nils')
    const path = importPath(world.ids.jellyfin)
    const valid = { remote_user_ids: [id], server_url: SERVER_URL }
    const many = Array.from({ length: 201 }, (_, n) => `id-${n}`)
    for (const body of [
      { ...valid, remote_user_ids: [] },
      { ...valid, remote_user_ids: many },
      { remote_user_ids: [id] },
      { ...valid, server_url: '' },
      { ...valid, server_url: 'foyer.example' },
      { server_url: SERVER_URL },
    ])
      expect(refusal(await world.asAdmin('POST', path, body))).toEqual([400, 'validation'])
    expect(refusal(await world.asAdmin('POST', importPath('in_none'), valid))).toEqual([
      404,
      'instance_not_found',
    ])
    world.simulators.jellyfin.faults.always('* /*', status(500))
    expect(refusal(await world.asAdmin('POST', path, valid))).toEqual([502, 'upstream_failed'])
    world.simulators.jellyfin.faults.clear()
    expect(expectOk(await world.asAdmin('GET', '/api/admin/users'))).toHaveLength(1)

    expectOk(
      await world.asAdmin('PUT', '/api/admin/external-address', { external_url: 'https://outside.example' }),
    )
    const { results } = expectOk(await world.asAdmin('POST', path, { remote_user_ids: [id] }))
    expect(results).toMatchObject([
      { link: expect.stringMatching(/^https:\/\/outside\.example\//), origin_source: 'external_address' },
    ])
  })

  it('lifts the suppression of an unlinked account', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', 'jellyfin')
    const id = addRemote(world.simulators, 'jellyfin', 'uma')
    const account = `/api/admin/users/${uma.id}/media-servers/${world.ids.jellyfin}/account`
    expectOk(await world.asAdmin('PUT', account, { remote_user_id: id }))
    await world.asAdmin('DELETE', account)
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([{ auto_link_suppressed: true }])
    await importFrom(world, 'jellyfin', { remote_user_ids: [id] })
    expect((await uma.call('GET', '/api/media-servers')).body).toMatchObject([
      { auto_link_suppressed: false, account: { username: 'uma' } },
    ])
  })

  it('makes nobody for an admin who lost the role while the server was read', async () => {
    const world = await buildMediaServers()
    const id = addRemote(world.simulators, 'jellyfin', 'nils')
    const { access_token, user } = await signInAs(world.app, 'bo', 'admin')
    await using between = await serveHttp((_, response) => {
      const users = JSON.stringify([{ Id: id, Name: 'nils', Policy: ORDINARY }])
      void changeRole(world.app, user.id, 'user').then(() => response.end(users))
    })
    await world.app.database.transaction(tx =>
      tx.updateTable('instances').set({ url: between.origin }).where('id', '=', world.ids.jellyfin).execute(),
    )
    const body = { remote_user_ids: [id], server_url: SERVER_URL }
    const answer = await callAs(world.app, access_token)('POST', importPath(world.ids.jellyfin), body)
    expect(refusal(answer)).toEqual([403, 'forbidden'])
    expect((await world.asAdmin('GET', '/api/admin/users')).raw.toString()).not.toContain('nils')
  })
})
