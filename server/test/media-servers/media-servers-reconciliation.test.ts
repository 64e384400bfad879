import { dropAfterCommit, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import {
  ACCOUNT_SERVERS,
  type AccountServerName,
  buildMediaServers,
  isUsable,
  makeAccount,
  type MediaServerWorld,
  NEW_PASSWORD,
  type Person,
  SERVER_TYPES,
  setAdministrator,
} from '#test/media-servers.ts'

const accountPath = (world: MediaServerWorld, user_id: number, server: AccountServerName) =>
  `/api/admin/users/${user_id}/media-servers/${world.ids[server]}/account`

async function remoteId(world: MediaServerWorld, server: AccountServerName, name: string): Promise<string> {
  const { users } = expectOk(
    await world.asAdmin('GET', `/api/admin/media-servers/${world.ids[server]}/users`),
  )
  return users.find((user: { name: string }) => user.name === name).id
}

const isCreation = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /\/(Users\/New|api\/users)$/.test(path)

/** Somebody whose creation reached the server, which then was lost before it could be cleaned up. */
async function interruptCreation(world: MediaServerWorld, server: AccountServerName): Promise<Person> {
  const person = await world.addPerson('uma', server)
  const { faults, journal } = world.simulators[server]
  const { record } = journal
  faults.next('POST /*', dropAfterCommit())
  journal.record = entry => {
    if (isCreation(entry)) faults.always('* /*', status(503))
    record(entry)
  }
  expect(refusal(await create(world, person, server))).toEqual([502, 'upstream_failed'])
  journal.record = record
  faults.clear()
  expect(isUsable(world.simulators, server, 'uma')).toBe(true)
  return person
}

const create = (world: MediaServerWorld, person: Person, server: AccountServerName) =>
  person.call('POST', `/api/media-servers/${world.ids[server]}/account`, { password: NEW_PASSWORD })

const attemptsIn = ({ app }: MediaServerWorld) =>
  app.database.read.selectFrom('media_server_attempts').select('remote_username').execute()

describe.each(ACCOUNT_SERVERS)('reconciling the accounts of %s (2:4.13.4)', server => {
  it('follow a pin as they follow a grant (1/4.12)', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma')
    const pin = async (instance_id: string) => {
      const body = { [SERVER_TYPES[server]]: instance_id }
      expectOk(await world.asAdmin('PUT', `/api/admin/users/${uma.id}/default-instances`, body))
      await world.app.jobs.settle()
    }
    await pin(world.ids[server])
    await makeAccount(uma, world.ids[server])
    const before = world.upstreamCalls()
    await world.sweep()
    expect([world.upstreamCalls() - before, isUsable(world.simulators, server, 'uma')]).toEqual([0, true])
    await pin('')
    expect(isUsable(world.simulators, server, 'uma')).toBe(false)
    await pin(world.ids[server])
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
    // Without the pin, but with a grant, nothing changes.
    await world.grant(uma.id, server)
    await pin('')
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
  })

  it('follow the role of somebody without a grant: admins have every instance (0.6)', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma')
    const become = async (role: 'admin' | 'user') =>
      expectOk(await world.asAdmin('PATCH', `/api/admin/users/${uma.id}`, { role }))
    await become('admin')
    await makeAccount(uma, world.ids[server])
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
    await become('user')
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(false)
    await become('admin')
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
  })

  it.each([
    { now: 'still', is_administrator: true },
    { now: 'no longer', is_administrator: false },
  ])(
    'of a deleted user are switched off unless the server protects them: $now an administrator',
    async ({ is_administrator }) => {
      const world = await buildMediaServers()
      const uma = await world.addPerson('uma', server)
      await makeAccount(uma, world.ids[server])
      setAdministrator(world.simulators, server, 'uma', true)
      await world.grant(uma.id)
      setAdministrator(world.simulators, server, 'uma', is_administrator)
      expectOk(await world.asAdmin('DELETE', `/api/admin/users/${uma.id}`))
      await world.app.jobs.settle()
      expect(isUsable(world.simulators, server, 'uma')).toBe(is_administrator)
      const calls = world.upstreamCalls()
      await world.sweep()
      expect(world.upstreamCalls()).toBe(calls)
    },
  )

  it('of a deleted user are left alone once somebody else has them', async () => {
    const world = await buildMediaServers()
    const uma = await world.addPerson('uma', server)
    await makeAccount(uma, world.ids[server])
    const { faults } = world.simulators[server]
    const remote_user_id = await remoteId(world, server, 'uma')
    faults.always('* /*', status(503))
    expectOk(await world.asAdmin('DELETE', `/api/admin/users/${uma.id}`))
    await world.app.jobs.settle()
    faults.clear()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
    const bo = await world.addPerson('bo')
    expectOk(await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id }))
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
  })

  it('that a lost answer left behind are removed, or stay known until their password proves them', async () => {
    const world = await buildMediaServers()
    const uma = await interruptCreation(world, server)
    await world.sweep()
    // 2:4.13.3: on Audiobookshelf only the password proves whose it is.
    const is_left = server === 'audiobookshelf'
    expect(isUsable(world.simulators, server, 'uma')).toBe(is_left ? true : undefined)
    expect(await attemptsIn(world)).toHaveLength(is_left ? 1 : 0)
    expect((await create(world, uma, server)).status).toBe(201)
    expect(await attemptsIn(world)).toEqual([])
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
  })

  it('that a lost answer left behind are switched off when the grant goes', async () => {
    const world = await buildMediaServers()
    const uma = await interruptCreation(world, server)
    await world.grant(uma.id)
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(server === 'audiobookshelf' ? false : undefined)
    expect(await attemptsIn(world)).toEqual([])
  })

  it('that a lost answer left behind are not removed any more once they are linked', async () => {
    const world = await buildMediaServers()
    const uma = await interruptCreation(world, server)
    const bo = await world.addPerson('bo')
    const remote_user_id = await remoteId(world, server, 'uma')
    expectOk(await world.asAdmin('PUT', accountPath(world, bo.id, server), { remote_user_id }))
    expect(refusal(await create(world, uma, server))).toEqual([409, 'name_taken'])
    await world.grant(uma.id)
    await world.sweep()
    expect(isUsable(world.simulators, server, 'uma')).toBe(true)
    expect(await attemptsIn(world)).toEqual([])
  })
})
