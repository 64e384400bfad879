import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db, Tx } from '#db/database.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, fingerprintOf, openApp, readStored } from './prepared-server.ts'
import { type Change, expectWholeOrAbsent } from './whole-or-absent.ts'

const HOUSE = '/api/admin/destinations'
const OWN = '/api/me/destinations'
const CHAT = '/api/admin/chat-notifications'
const EMAIL = '/api/admin/email'
const MAIL_SERVER = { enabled: true, host: 'smtp.example.org', from: 'foyer@example.org' }
const webhook = (id: number) => `https://discord.com/api/webhooks/${id}/token-${id}`

/** An alert that waits to be sent to this place. */
async function queueAlert(tx: Tx, channel: 'destination' | 'chat_webhook', destination: string) {
  const at = '2026-11-15T09:00:00.000Z'
  const { id } = await tx
    .insertInto('alerts')
    .values({
      type: 'request_pending',
      audience: '{"to":"admins"}',
      data: '{}',
      topic: null,
      parts: '[]',
      state: 'told',
      created_at: at,
      told_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const send = { alert_id: id, channel, user_id: null, destination, state: 'pending' } as const
  const unsent = { attempts: 0, fence: null, interrupted_at: null, detail: null, receipt: null }
  await tx
    .insertInto('alert_sends')
    .values({ ...send, ...unsent, next_at: at, created_at: at, updated_at: at })
    .execute()
}

/** A data folder to copy: a destination and a chat webhook, each with an alert that waits, and a mail server. */
async function prepare() {
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data)
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const order = (method: Ask['method'], path: string, body?: object): Ask => ({
    method,
    path,
    token,
    ...(body && { body }),
  })
  const ntfy = { kind: 'ntfy', name: 'Phones', address: 'https://ntfy.sh/one', secret: 'tk_one' }
  const { id } = await ask(order('POST', HOUSE, ntfy))
  const mail = { kind: 'email', name: 'Mine', address: 'ana@example.org' }
  await ask(order('POST', OWN, mail))
  await ask(order('PUT', CHAT, { enabled: true, webhook_url: webhook(1) }))
  await ask(order('PUT', EMAIL, { ...MAIL_SERVER, username: 'ana', password: 'sesame' }))
  await app.database.transaction(async tx => {
    await queueAlert(tx, 'destination', id)
    await queueAlert(tx, 'chat_webhook', 'chat_1')
  })
  await app.close()
  return { folder, data, order, path: `${HOUSE}/${id}` }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-destinations-')
  prepared = await prepare()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function readDestinations(db: Db) {
  const rows = await db.selectFrom('destinations').selectAll().orderBy('created_at').orderBy('name').execute()
  return rows.map(row => `${row.name} at ${row.target}${row.has_secret ? ' with a secret' : ''}`)
}

async function readSends(db: Db, channel: 'destination' | 'chat_webhook') {
  const rows = await db.selectFrom('alert_sends').select('state').where('channel', '=', channel).execute()
  return rows.map(row => row.state)
}

async function readLinks(db: Db) {
  const jobs = await db
    .selectFrom('jobs')
    .select('payload')
    .where('name', '=', 'send-address-confirmation')
    .execute()
  return jobs.length
}

const PHONES = 'Phones at ntfy.sh with a secret'
const MINE = 'Mine at a•••@example.org'

describe('killed before any write, a change of where alerts go is whole or absent (C64, 2:4.10)', () => {
  const destinations = async (db: Db) => ({
    rows: (await readDestinations(db)).toSorted(),
    sends: await readSends(db, 'destination'),
    links: await readLinks(db),
  })
  const before = { rows: [MINE, PHONES], sends: ['pending'], links: 1 }

  it.each<[string, () => Ask, typeof before]>([
    [
      'a new address of a person, with the job that sends its link',
      () => prepared.order('POST', OWN, { kind: 'email', name: 'Other', address: 'bo@example.org' }),
      { ...before, rows: [MINE, 'Other at b•••@example.org', PHONES], links: 2 },
    ],
    [
      'another address, and what waited for the earlier one is cancelled',
      () => prepared.order('PUT', prepared.path, { address: 'https://ntfy.example.org/two', secret: 'tk_2' }),
      { ...before, rows: [MINE, 'Phones at ntfy.example.org with a secret'], sends: ['dropped'] },
    ],
    [
      'a destination that is turned off, with what waited for it',
      () => prepared.order('PUT', prepared.path, { enabled: false, name: 'Off' }),
      { ...before, rows: [MINE, 'Off at ntfy.sh with a secret'], sends: ['dropped'] },
    ],
    [
      'a removed destination, with what waited for it',
      () => prepared.order('DELETE', prepared.path),
      { ...before, rows: [MINE], sends: ['dropped'] },
    ],
  ])('%s', async (name, order, after) => {
    const change: Change<typeof before> = { order: order(), read: destinations, before, after }
    await expectWholeOrAbsent(prepared, name.replaceAll(/\W+/g, '-'), change)
  })

  /** What the next start says; their values are sealed. */
  async function readSettings(data: string) {
    const { app, ask } = await openApp(data)
    const { enabled, has_webhook } = await ask(prepared.order('GET', CHAT))
    const { host, username, has_password } = await ask(prepared.order('GET', EMAIL))
    await app.close()
    const sends = await readStored(data, db => readSends(db, 'chat_webhook'))
    return { chat: [enabled, has_webhook, ...sends], email: [host, username, has_password] }
  }
  const settings = { chat: [true, true, 'pending'], email: ['smtp.example.org', 'ana', true] }

  it.each<[string, () => Ask, typeof settings]>([
    [
      'another chat webhook, and what waited for the earlier one is cancelled',
      () => prepared.order('PUT', CHAT, { enabled: true, webhook_url: webhook(2) }),
      { ...settings, chat: [true, true, 'dropped'] },
    ],
    [
      'a chat webhook that is turned off, with what waited',
      () => prepared.order('PUT', CHAT, { enabled: false }),
      { ...settings, chat: [false, true, 'dropped'] },
    ],
    [
      'a removed chat webhook, with what waited',
      () => prepared.order('DELETE', CHAT),
      { ...settings, chat: [false, false, 'dropped'] },
    ],
    [
      'another mail server with its password',
      () => prepared.order('PUT', EMAIL, { host: 'mail.example.net', username: 'bo', password: 'other' }),
      { ...settings, email: ['mail.example.net', 'bo', true] },
    ],
  ])('%s', async (name, order, after) => {
    const { crashes, finished } = await crashEverywhere(prepared, {
      name: name.replaceAll(/\W+/g, '-'),
      order: order(),
      note: () => null,
    })
    // Between two writes of one transaction nothing reaches the disk: each state is read once.
    const states = new Map(crashes.map(({ data }) => [fingerprintOf(data), data]))
    expect(states.size).toBeGreaterThan(0)
    for (const data of states.values()) expect([settings, after]).toContainEqual(await readSettings(data))
    expect(await readSettings(crashes[0]?.data ?? '')).toEqual(settings)
    expect(await readSettings(finished)).toEqual(after)
  })
})
