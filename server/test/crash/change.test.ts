import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { sha256 } from '#kit/crypto.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import {
  crashEverywhere,
  type PreparedServer,
  openApp,
  prepareServer,
  readStored,
} from './prepared-server.ts'
import { expectWholeOrAbsent } from './whole-or-absent.ts'

let folder: string
let prepared: PreparedServer

beforeAll(async () => {
  folder = lastingFolder('foyer-change-')
  prepared = await prepareServer(folder)
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

async function count(db: Db, table: keyof Tables, column: string, value: number | string): Promise<number> {
  const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(db)
  return found.rows.length
}

describe('killed between any two writes, a change is whole or absent (1:4.12, 1/I)', () => {
  it('a redeemed link: the session and the spent token, or neither', async () => {
    const { connect_token, user_id } = prepared
    await expectWholeOrAbsent(prepared, 'redeem', {
      order: { method: 'POST', path: '/api/auth/connect', body: { token: connect_token } },
      read: async db => [
        await count(db, 'devices', 'user_id', user_id),
        await count(db, 'connect_tokens', 'user_id', user_id),
      ],
      before: [0, 1],
      after: [1, 0],
    })
  })

  it('a deleted user: everything of theirs, or nothing', async () => {
    const { user, user_id, token } = prepared
    const tables = ['connect_tokens', 'content_policies', 'instance_grants', 'instance_pins'] as const
    await expectWholeOrAbsent(prepared, 'delete-user', {
      order: { method: 'DELETE', path: user, token },
      read: async db => [
        await count(db, 'users', 'id', user_id),
        ...(await Promise.all(tables.map(table => count(db, table, 'user_id', user_id)))),
      ],
      before: [1, 1, 1, 1, 1],
      after: [0, 0, 0, 0, 0],
    })
  })

  it('a new instance and the job that installs its webhook, or neither', async () => {
    const { url, api_key } = prepared.world.sonarr
    const body = { service_type: 'tv_manager', name: 'TV', url, api_key }
    await expectWholeOrAbsent(prepared, 'create', {
      order: { method: 'POST', path: '/api/admin/instances', token: prepared.token, body },
      read: async db => [
        await count(db, 'instances', 'url', url),
        await count(db, 'jobs', 'name', 'install-webhook'),
      ],
      before: [0, 0],
      after: [1, 1],
    })
  })

  it('a deleted instance: with what was granted of it, or not at all', async () => {
    const { movies, token } = prepared
    const tables = ['instance_grants', 'instance_pins', 'instance_webhooks'] as const
    await expectWholeOrAbsent(prepared, 'delete-instance', {
      order: { method: 'DELETE', path: `/api/admin/instances/${movies}`, token },
      read: async db => [
        await count(db, 'instances', 'id', movies),
        ...(await Promise.all(tables.map(table => count(db, table, 'instance_id', movies)))),
      ],
      before: [1, 1, 1, 1],
      after: [0, 0, 0, 0],
    })
  })

  it.each([
    ['instance-grants', 'instance_grants', (id: string) => ({ movie_manager: [id] })],
    ['default-instances', 'instance_pins', (id: string) => ({ movie_manager: id })],
  ] as const)('%s: the former ones or the new ones', async (path, table, bodyOf) => {
    const { movies, movies4k, user, user_id, token } = prepared
    await expectWholeOrAbsent(prepared, path, {
      order: { method: 'PUT', path: `${user}/${path}`, token, body: bodyOf(movies4k) },
      read: async db => {
        const rows = await db.selectFrom(table).select('instance_id').where('user_id', '=', user_id).execute()
        return rows.map(row => row.instance_id)
      },
      before: [movies],
      after: [movies4k],
    })
  })
})

/** The credential that the manager took last. */
function heldByManager(): string {
  const saves = prepared.world.radarr4k.journal.entries.filter(
    ({ method, path, answer }) =>
      ['POST', 'PUT'].includes(method) &&
      /\/notification(\/\d+)?$/.test(path) &&
      (answer?.status ?? 500) < 300,
  )
  // The simulator keeps what it was sent; this is the form of 1/I.
  const { fields = [] } = (saves.at(-1)?.body ?? {}) as { fields?: { name: string; value: unknown }[] }
  return sha256(String(fields.find(field => field.name === 'password')?.value))
}

/** When the manager is called: between the write that allows the new credential and the one that drops the old. */
function onEachCall({ journal }: PreparedServer['world']['radarr4k'], moment: () => void): void {
  const record = journal.record
  journal.record = entry => {
    moment()
    record(entry)
  }
}

it('the webhook works wherever its renewal was killed, and the next renewal completes (1/I)', async () => {
  const { movies4k, token } = prepared
  const order = { method: 'POST', path: `/api/admin/instances/${movies4k}/webhook`, token } as const
  const read = (db: Db) => db.selectFrom('instance_webhooks').selectAll().execute()
  const rowIn = async (data: string) =>
    (await readStored(data, read)).find(row => row.instance_id === movies4k)
  const { crashes } = await crashEverywhere(prepared, {
    name: 'renew',
    order,
    note: heldByManager,
    outside: moment => onEachCall(prepared.world.radarr4k, moment),
  })
  const unfinished: string[] = []
  expect(new Set(crashes.map(crash => crash.noted)).size).toBe(2)
  for (const { data, noted } of crashes) {
    const row = await rowIn(data)
    expect([row?.credential_hash, row?.former_hash]).toContain(noted)
    if (row?.pending_box && noted === heldByManager()) unfinished.push(data)
  }
  expect(unfinished.length).toBeGreaterThan(0)
  for (const data of unfinished) {
    const { app, ask } = await openApp(data)
    await app.start()
    expect(await ask(order)).toMatchObject({ configured: true, state: '' })
    await app.close()
    expect(await rowIn(data)).toMatchObject({
      credential_hash: heldByManager(),
      former_hash: null,
      pending_box: null,
    })
  }
})
