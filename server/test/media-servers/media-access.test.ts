import { hang, held, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { ENGINES } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import {
  addRemote,
  buildMediaServers,
  isUsable,
  makeAccount,
  type MediaServerWorld,
} from '#test/media-servers.ts'
import { addGranted } from '#test/people.ts'

const THOUSAND_AND_ONE = Array.from({ length: 1001 }, (_, n) => n + 1)

const pathOf = (instance_id: string) => `/api/admin/instances/${instance_id}/media-access`

function librariesOf({ simulators }: MediaServerWorld) {
  const [books = '', podcasts = ''] = simulators.audiobookshelf.libraries.keys()
  return { books, podcasts }
}

/** What the server lets somebody see; null means everything. */
function seenBy({ simulators }: MediaServerWorld, name: string): string[] | null {
  const user = simulators.audiobookshelf.accounts.byLogin(name)
  if (!user) throw new Error(`The server has no ${name}.`)
  return user.permissions['accessAllLibraries'] ? null : user.libraries
}

function put(world: MediaServerWorld, body: object) {
  return world.asAdmin('PUT', pathOf(world.ids.audiobookshelf), body)
}

function read(world: MediaServerWorld) {
  return world.asAdmin('GET', pathOf(world.ids.audiobookshelf))
}

/** Whose configuration changed, one list for each event. */
function watchConfig({ app }: MediaServerWorld): number[][] {
  const notified: number[][] = []
  app.broadcast.on('event', message => {
    // The channel carries what the hub published; its shape is the hub's own.
    const { type, audience } = message as unknown as { type: string; audience: { user_ids?: number[] } }
    if (type === 'config_changed' && audience.user_ids) notified.push(audience.user_ids)
  })
  return notified
}

describe.each(ENGINES)('media access of an audiobook server on %s (2:4.2)', engine => {
  it('saves defaults, grants and choices together, and applies them before it answers', async () => {
    const world = await buildMediaServers({ engine })
    const { books, podcasts } = librariesOf(world)
    const uma = await world.addPerson('uma', 'audiobookshelf')
    const bo = await world.addPerson('bo', 'audiobookshelf')
    const eve = await world.addPerson('eve')
    await makeAccount(uma, world.ids.audiobookshelf)
    await makeAccount(bo, world.ids.audiobookshelf)
    expect(expectOk(await read(world))).toEqual({
      default_library_ids: [],
      user_ids: [uma.id, bo.id],
      policies: {},
    })
    expect([seenBy(world, 'uma'), seenBy(world, 'bo')]).toEqual([null, null])

    const notified = watchConfig(world)
    const saved = await put(world, {
      default_library_ids: [books],
      user_ids: [uma.id, bo.id, eve.id],
      policies: { [bo.id]: { mode: 'all', library_ids: [] } },
    })
    const expected = {
      default_library_ids: [books],
      user_ids: [uma.id, bo.id, eve.id],
      policies: { [bo.id]: { mode: 'all', library_ids: [], sync_pending: false, manages_libraries: true } },
    }
    expect(expectOk(saved)).toEqual(expected)
    expect([seenBy(world, 'uma'), seenBy(world, 'bo')]).toEqual([[books], null])
    const affected = [world.admin_id, uma.id, bo.id, eve.id]
    await eventually(() => expect(notified.flat().toSorted((a, b) => a - b)).toEqual(affected))
    // C38: the instance has the same value.
    const instance = await world.asAdmin('GET', `/api/admin/instances/${world.ids.audiobookshelf}`)
    expect(instance.body.server_config.library_ids).toEqual([books])

    // Bo is revoked and omitted: the choice stays for the day he is granted again.
    expectOk(await put(world, { default_library_ids: [books], user_ids: [uma.id] }))
    expect(isUsable(world.simulators, 'audiobookshelf', 'bo')).toBe(false)
    expect(expectOk(await read(world)).policies).toEqual(expected.policies)
    const choice = { mode: 'selected', library_ids: [podcasts] }
    const again = await put(world, {
      default_library_ids: [books],
      user_ids: [uma.id, bo.id],
      policies: { [uma.id]: choice },
    })
    expect(Object.keys(expectOk(again).policies)).toEqual([String(uma.id), String(bo.id)])
    expect(isUsable(world.simulators, 'audiobookshelf', 'bo')).toBe(true)
    expect([seenBy(world, 'uma'), seenBy(world, 'bo')]).toEqual([[podcasts], null])
  })

  it('notifies everybody whose libraries another default changes, and nobody else', async () => {
    const world = await buildMediaServers({ engine })
    const { books, podcasts } = librariesOf(world)
    const { audiobookshelf } = world.ids
    const pinned = await world.addPerson('pinned')
    const linked = await world.addPerson('linked')
    const choosy = await world.addPerson('choosy', 'audiobookshelf')
    await world.addPerson('elsewhere', 'jellyfin')
    const pin = { audiobook_server: audiobookshelf }
    expectOk(await world.asAdmin('PUT', `/api/admin/users/${pinned.id}/default-instances`, pin))
    const remote_user_id = addRemote(world.simulators, 'audiobookshelf', 'linked')
    const path = `/api/admin/users/${linked.id}/media-servers/${audiobookshelf}/account`
    expectOk(await world.asAdmin('PUT', path, { remote_user_id }))
    const policies = { [choosy.id]: { mode: 'selected', library_ids: [podcasts] } }
    const grants = { user_ids: [choosy.id], policies }
    expectOk(await put(world, { default_library_ids: [], ...grants }))

    const notified = watchConfig(world)
    expectOk(await put(world, { default_library_ids: [books], ...grants }))
    await eventually(() => expect(notified).toEqual([[world.admin_id, pinned.id, linked.id]]))
  })

  it('gives a new account the libraries that were chosen before it was made', async () => {
    const world = await buildMediaServers({ engine })
    const { podcasts } = librariesOf(world)
    const uma = await world.addPerson('uma')
    const policies = { [uma.id]: { mode: 'selected', library_ids: [podcasts] } }
    expectOk(await put(world, { default_library_ids: [], user_ids: [uma.id], policies }))
    await makeAccount(uma, world.ids.audiobookshelf)
    expect(seenBy(world, 'uma')).toEqual([podcasts])
    const mode = { mode: 'default', library_ids: [] }
    expectOk(await put(world, { default_library_ids: [], user_ids: [uma.id], policies: { [uma.id]: mode } }))
    expect(seenBy(world, 'uma')).toBeNull()
  })

  it('gives a new account the libraries that were chosen while it was made', async () => {
    const world = await buildMediaServers({ engine })
    const { podcasts } = librariesOf(world)
    const uma = await world.addPerson('uma', 'audiobookshelf')
    const { faults, journal } = world.simulators.audiobookshelf
    const answer = Promise.withResolvers<void>()
    const creation = 'POST /api/users'
    faults.next(creation, held(answer.promise))
    const made = makeAccount(uma, world.ids.audiobookshelf)
    await expect.poll(() => journal.requests(creation)).toHaveLength(1)
    const policies = { [uma.id]: { mode: 'selected', library_ids: [podcasts] } }
    expectOk(await put(world, { default_library_ids: [], user_ids: [uma.id], policies }))
    answer.resolve()
    await made
    await world.app.jobs.settle()
    expect(seenBy(world, 'uma')).toEqual([podcasts])
    const { policies: saved } = expectOk(await read(world))
    expect(saved[uma.id]).toMatchObject({ sync_pending: false })
  })

  it('shows however many were granted, and takes at most 1000 at once', async () => {
    const world = await buildMediaServers({ engine })
    const user_ids = await addGranted(world.app, world.ids.audiobookshelf, 1001)
    expect(expectOk(await read(world)).user_ids).toEqual(user_ids)
    const thousand = user_ids.slice(1)
    const saved = await put(world, { default_library_ids: [], user_ids: thousand })
    expect(expectOk(saved).user_ids).toEqual(thousand)
  })

  it('changes nothing at all when one part of it is refused', async () => {
    const world = await buildMediaServers({ engine })
    const { books } = librariesOf(world)
    const { audiobookshelf } = world.ids
    const uma = await world.addPerson('uma', 'audiobookshelf')
    const bo = await world.addPerson('bo', 'audiobookshelf')
    const boss = await world.addPerson('boss', 'audiobookshelf')
    const link = async (user_id: number, name: string, administrator: boolean) => {
      const remote_user_id = addRemote(world.simulators, 'audiobookshelf', name, { administrator })
      const path = `/api/admin/users/${user_id}/media-servers/${audiobookshelf}/account`
      expectOk(await world.asAdmin('PUT', path, { remote_user_id }))
    }
    await link(bo.id, 'bo', false)
    await link(boss.id, 'boss', true)
    const before = expectOk(await read(world))

    const all = { mode: 'all', library_ids: [] }
    const other = { default_library_ids: [books], user_ids: [uma.id] }
    const refused: [object, number, string][] = [
      [{ ...other, policies: { [uma.id]: all, [bo.id]: all } }, 409, 'account_unmanaged'],
      [{ ...other, policies: { [boss.id]: all } }, 409, 'administrator_account'],
      [{ ...other, user_ids: [uma.id, 4711] }, 404, 'not_found'],
      [{ ...other, policies: { 4711: all } }, 404, 'not_found'],
      [{ ...other, policies: { [uma.id]: { mode: 'selected', library_ids: [] } } }, 400, 'validation'],
      [{ ...other, policies: { [uma.id]: { mode: 'all', library_ids: [books] } } }, 400, 'validation'],
      [{ ...other, policies: { [uma.id]: { ...all, note: 1 } } }, 400, 'validation'],
      [{ ...other, policies: { nobody: all } }, 400, 'validation'],
      [{ ...other, default_library_ids: ['two words'] }, 400, 'validation'],
      [{ ...other, more: 1 }, 400, 'validation'],
      [{ user_ids: [] }, 400, 'validation'],
      [{ default_library_ids: [] }, 400, 'validation'],
      [{ ...other, user_ids: THOUSAND_AND_ONE }, 400, 'validation'],
      [{ ...other, policies: Object.fromEntries(THOUSAND_AND_ONE.map(id => [id, all])) }, 400, 'validation'],
    ]
    for (const [body, code, name] of refused)
      expect([body, refusal(await put(world, body))]).toEqual([body, [code, name]])
    expect(expectOk(await read(world))).toEqual(before)

    for (const [id, code, name] of [
      [world.ids.jellyfin, 400, 'wrong_kind'],
      ['in_none', 404, 'instance_not_found'],
    ] as const) {
      expect(refusal(await world.asAdmin('GET', pathOf(id)))).toEqual([code, name])
      expect(refusal(await world.asAdmin('PUT', pathOf(id), other))).toEqual([code, name])
    }
    // A choice that changes nothing is not refused: accounts that are only linked keep what they have.
    const same = { mode: 'default', library_ids: [] }
    expectOk(await put(world, { ...before, policies: { [bo.id]: same } }))
    expect(seenBy(world, 'bo')).toBeNull()
  })
})

describe('a server that does not take the change (2:4.13.4)', () => {
  it('leaves it owed, and the sweep finishes', async () => {
    const world = await buildMediaServers()
    const { books } = librariesOf(world)
    const uma = await world.addPerson('uma', 'audiobookshelf')
    await makeAccount(uma, world.ids.audiobookshelf)
    world.simulators.audiobookshelf.faults.always('PATCH /api/users/*', status(503))
    const policies = { [uma.id]: { mode: 'selected', library_ids: [books] } }
    const saved = await put(world, { default_library_ids: [], user_ids: [uma.id], policies })
    expect(expectOk(saved).policies[uma.id]).toMatchObject({ sync_pending: true, manages_libraries: true })
    expect(seenBy(world, 'uma')).toBeNull()
    world.simulators.audiobookshelf.faults.clear()
    await world.sweep()
    expect(seenBy(world, 'uma')).toEqual([books])
    expect(expectOk(await read(world)).policies[uma.id].sync_pending).toBe(false)
  })

  it('holds the save for thirty seconds at most', async () => {
    const world = await buildMediaServers()
    const { books } = librariesOf(world)
    const { faults, journal } = world.simulators.audiobookshelf
    const people = []
    for (const name of ['uma', 'bo', 'eve', 'nils', 'tom', 'ida'])
      people.push(await world.addPerson(name, 'audiobookshelf'))
    for (const person of people) await makeAccount(person, world.ids.audiobookshelf)
    faults.always('* /api/users/*', hang())
    const called = nextRequest(journal)
    const saving = put(world, { default_library_ids: [books], user_ids: people.map(({ id }) => id) })
    await called
    world.app.clock.advance(30_000)
    expect(expectOk(await saving).default_library_ids).toEqual([books])
    const owed = expectOk(await world.asAdmin('GET', '/api/admin/media-servers/accounts'))
    expect(owed.map((one: { access_sync_pending: boolean }) => one.access_sync_pending)).toEqual(
      people.map(() => true),
    )
    faults.clear()
    await world.sweep()
    for (const name of ['uma', 'bo', 'eve', 'nils', 'tom', 'ida'])
      expect(seenBy(world, name)).toEqual([books])
  })
})
