import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import {
  accountOrder,
  accountsNamed,
  EMAIL,
  grantOrder,
  onEachCall,
  PASSWORD,
  type PreparedMediaServers,
  prepareMediaServers,
  putBack,
  SERVER_NAMES,
  type ServerName,
  type ServerState,
  stateOf,
} from './media-server-world.ts'
import { type Ask, crashEverywhere, fingerprintOf, openApp, readStored } from './prepared-server.ts'

let folder: string
let prepared: PreparedMediaServers

beforeAll(async () => {
  folder = lastingFolder('foyer-media-servers-')
  prepared = await prepareMediaServers(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

type Opened = Awaited<ReturnType<typeof openApp>>

interface Crashing {
  name: string
  from: { data: string; state: ServerState }
  order: Ask
}

/**
 * Kills before every write and every call of a server, restarts with the servers as they were then, and lets the sweep
 * after the start do its work. `look` sees what is left, and may go on.
 */
async function throughCrashes(
  { name, from, order }: Crashing,
  look: (after: Opened & { data: string; when: string }) => Promise<void>,
): Promise<void> {
  const { world, env } = prepared
  putBack(world, from.state)
  let stopCounting = () => {}
  const { crashes } = await crashEverywhere(
    { folder, data: from.data, env },
    {
      name,
      order,
      with_jobs: true,
      note: () => stateOf(world),
      outside: moment => (stopCounting = onEachCall(world, moment)),
    },
  )
  stopCounting()
  // The same files and the same servers: one restart shows what comes of all these moments.
  const seen = new Set<string>()
  for (const [place, { data, noted }] of crashes.entries()) {
    const found = `${fingerprintOf(data)} ${JSON.stringify(Object.values(noted).map(part => [...part]))}`
    if (seen.has(found)) continue
    seen.add(found)
    putBack(world, noted)
    const opened = await openApp(data, undefined, env)
    await opened.app.start()
    opened.app.clock.advance(15_000)
    await opened.app.jobs.settle()
    await look({ ...opened, data, when: `${name}, killed at moment ${place + 1} of ${crashes.length}` })
    await opened.app.close()
  }
  expect(seen.size).toBeGreaterThan(4)
}

/** What Foyer knows of accounts. */
async function readAccounts(db: Db) {
  return {
    linked: await db
      .selectFrom('media_server_accounts')
      .innerJoin('users', 'users.id', 'media_server_accounts.user_id')
      .select(['username', 'instance_id', 'remote_username', 'access_sync_pending'])
      .orderBy('username')
      .orderBy('instance_id')
      .execute(),
    attempts: await db.selectFrom('media_server_attempts').select('instance_id').execute(),
    removals: await db.selectFrom('media_server_removals').select('instance_id').execute(),
  }
}

const nameOn = (server: ServerName) => (server === 'plex' ? EMAIL : 'uma')
const namesOn = (server: ServerName) => accountsNamed(prepared.world, server, nameOn(server))

describe('killed before any write or call (2:4.13.3)', () => {
  it.each(SERVER_NAMES)(
    'a new account on %s is there once and known, or not at all; the next try makes it',
    async server => {
      const order = accountOrder(prepared, server)
      await throughCrashes(
        { name: `create-${server}`, from: prepared.granted, order },
        async ({ app, ask, data, when }) => {
          const { linked, attempts } = await readStored(data, readAccounts)
          const there = namesOn(server)
          // Without the password nobody can prove whose it is: it stays, and Foyer knows of it (2:4.13.3).
          const known = linked.length + (server === 'audiobookshelf' ? attempts.length : 0)
          expect([when, there.length <= known, there.length <= 1]).toEqual([when, true, true])
          if (linked.length === 1) expect([when, there, attempts]).toEqual([when, [true], []])
          else await ask(order)
          await app.jobs.settle()
          expect([when, namesOn(server)]).toEqual([when, [true]])
          const after = await readStored(data, readAccounts)
          expect([when, after]).toMatchObject([
            when,
            { linked: [{ username: 'uma', access_sync_pending: 0 }], attempts: [], removals: [] },
          ])
        },
      )
    },
  )

  it('an own link is saved or not, and the account is as before', async () => {
    const { world, ids, uma: token } = prepared
    putBack(world, prepared.granted.state)
    world.jellyfin.accounts.add('old-name', { password: PASSWORD })
    const from = { data: prepared.granted.data, state: stateOf(world) }
    const path = `/api/media-servers/${ids.jellyfin}/account/link`
    const order: Ask = { method: 'POST', path, token, body: { username: 'old-name', password: PASSWORD } }
    await throughCrashes({ name: 'link', from, order }, async ({ ask, data, when }) => {
      const { linked } = await readStored(data, readAccounts)
      if (linked.length === 0) await ask(order)
      const after = await readStored(data, readAccounts)
      expect([when, after]).toMatchObject([
        when,
        { linked: [{ username: 'uma', remote_username: 'old-name' }], attempts: [], removals: [] },
      ])
      const same = [...world.jellyfin.accounts.users.values()].map(({ id, policy }) => [id, policy])
      const before = [...from.state.jellyfin.values()].map(({ id, policy }) => [id, policy])
      expect([when, same]).toEqual([when, before])
    })
  })

  it('each imported account is done or not begun, and a second run does the rest', async () => {
    const { world, ids, admin: token } = prepared
    putBack(world, prepared.granted.state)
    const remote_user_ids = ['nils', 'ida', 'tom'].map(name => world.emby.accounts.add(name).id)
    const from = { data: prepared.granted.data, state: stateOf(world) }
    const path = `/api/admin/media-servers/${ids.emby}/import`
    const body = { remote_user_ids, server_url: 'https://foyer.example', manage_access: true }
    const order: Ask = { method: 'POST', path, token, body }
    const readPeople = async (db: Db) => {
      const users = await db.selectFrom('users').select(['id', 'username']).where('id', '>', 2).execute()
      const rows = await Promise.all(
        (['instance_grants', 'media_server_accounts', 'connect_tokens'] as const).map(table =>
          db.selectFrom(table).select('user_id').where('user_id', '>', 2).execute(),
        ),
      )
      return users.map(({ id, username }) => ({
        username,
        whole: rows.every(table => table.filter(row => row.user_id === id).length === 1),
      }))
    }
    await throughCrashes({ name: 'import', from, order }, async ({ app, ask, data, when }) => {
      const people = await readStored(data, readPeople)
      expect([when, people.filter(({ whole }) => !whole)]).toEqual([when, []])
      const { results } = await ask(order)
      const errors = results.map(({ error }: { error: string }) => error)
      const done = people.map(({ username }) => ['nils', 'ida', 'tom'].indexOf(username))
      const expected = [0, 1, 2].map(n => (done.includes(n) ? 'already_linked' : ''))
      expect([when, errors]).toEqual([when, expected])
      await app.jobs.settle()
      const after = await readStored(data, readPeople)
      expect([when, after.map(({ username }) => username).toSorted()]).toEqual([when, ['ida', 'nils', 'tom']])
      const { linked } = await readStored(data, readAccounts)
      expect([when, linked.map(row => row.access_sync_pending)]).toEqual([when, [0, 0, 0]])
      expect([when, world.emby.accounts.users.size]).toEqual([when, from.state.emby.size])
    })
  })
})

describe('killed before any write or call, after the next sweep (2:4.13.4)', () => {
  const isGranted = async (db: Db) =>
    (await db.selectFrom('instance_grants').select('instance_id').execute()).length > 0

  it('nobody keeps what a revoked grant gave, and nobody loses it who has the grant', async () => {
    const { made: from } = prepared
    const order = grantOrder(prepared, [])
    await throughCrashes({ name: 'revoke', from, order }, async ({ data, when }) => {
      const granted = await readStored(data, isGranted)
      const expected = (server: ServerName) => (granted ? [true] : server === 'plex' ? [] : [false])
      for (const server of SERVER_NAMES)
        expect([when, server, namesOn(server)]).toEqual([when, server, expected(server)])
      const { linked } = await readStored(data, readAccounts)
      expect([when, linked.map(row => row.access_sync_pending)]).toEqual([when, [0, 0, 0, 0]])
    })
  })

  it('a grant that came back opens what it closed, once', async () => {
    const { world, made, env } = prepared
    putBack(world, made.state)
    const revoked = await crashEverywhere(
      { folder, data: made.data, env },
      { name: 'revoked', order: grantOrder(prepared, []), note: () => null, with_jobs: true },
    )
    const from = { data: revoked.finished, state: stateOf(world) }
    const order = grantOrder(prepared, SERVER_NAMES)
    await throughCrashes({ name: 'regrant', from, order }, async ({ data, when }) => {
      const granted = await readStored(data, isGranted)
      const expected = (server: ServerName) => (granted ? [true] : server === 'plex' ? [] : [false])
      for (const server of SERVER_NAMES)
        expect([when, server, namesOn(server)]).toEqual([when, server, expected(server)])
    })
  })

  it('a deleted user has no access left, and one who was not deleted has lost none', async () => {
    const { made: from, user_id, admin: token } = prepared
    const order: Ask = { method: 'DELETE', path: `/api/admin/users/${user_id}`, token }
    await throughCrashes({ name: 'delete', from, order }, async ({ data, when }) => {
      const { linked, removals } = await readStored(data, readAccounts)
      const expected = (server: ServerName) => (linked.length > 0 ? [true] : server === 'plex' ? [] : [false])
      for (const server of SERVER_NAMES)
        expect([when, server, namesOn(server)]).toEqual([when, server, expected(server)])
      expect([when, removals, linked.length === 0 || linked.length === 4]).toEqual([when, [], true])
    })
  })
})
