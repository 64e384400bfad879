import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { AUTHOR, BOOK, startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '#db/database.ts'
import { usernameFor } from '#features/library-webhooks/webhook-rules.ts'
import { sha256 } from '#kit/crypto.ts'
import { lastingFolder } from '#test/memory-disk.ts'
import { advanceWhileIdle } from '#test/music-discovery.ts'
import {
  type Ask,
  crashEverywhere,
  fingerprintOf,
  openApp,
  openWithAdmin,
  readStored,
} from './prepared-server.ts'

type OpenApp = Awaited<ReturnType<typeof openApp>>['app']

/** A data folder to copy: a library without any book, and somebody who may use it and whose watchlist is empty. */
async function prepare() {
  const world = await startWorld({ products: ['tmdb', 'trakt', 'musicbrainz', 'chaptarr'] })
  const data = join(folder, 'prepared')
  const { app, ask, env, token } = await openWithAdmin(data, world)
  const { url, api_key } = world.chaptarr
  const library = { service_type: 'book_manager', name: 'Books', url, api_key }
  const { id: library_id }: { id: string } = await ask({
    method: 'POST',
    path: '/api/admin/instances',
    body: library,
    token,
  })
  await app.jobs.settle()
  await app.close()
  const providers = { ...env, APP_MUSICBRAINZ_URL: `${world.musicbrainz.url}/ws/2` }
  return { world, folder, data, env: providers, token, library_id }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-followed-')
  prepared = await prepare()
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The jobs that are due; time passes while a call waits for its second at the music provider. */
const settle = (app: OpenApp) =>
  advanceWhileIdle(app, [prepared.world.musicbrainz.journal], app.jobs.settle())

async function sendTo(app: OpenApp, { method, path, body, token }: Ask) {
  const headers = { authorization: `Bearer ${token}` }
  const sending = app.http.inject({ method, url: path, headers, ...(body && { payload: body }) })
  return advanceWhileIdle(app, [prepared.world.musicbrainz.journal], sending)
}

/** Everything that a heart leaves behind. */
async function readFollowed(db: Db) {
  const entries = await db.selectFrom('watchlist_entries').select(['kind', 'item_id']).execute()
  const items = await db.selectFrom('watched_items').select(['kind', 'item_id', 'title']).execute()
  const jobs = await db.selectFrom('jobs').select('id').where('name', '=', 'watch-titles').execute()
  return { entries, items, jobs: jobs.length }
}

/** The titles by which the next look knows what is new. */
const readParts = (db: Db) =>
  db.selectFrom('watched_parts').select(['part_kind', 'part_id', 'title']).orderBy('part_id').execute()

/** However often the library reports it. */
async function expectToldOnceOfFirstBook(app: OpenApp, when: string) {
  const { chaptarr } = prepared.world
  const { id, author_id } = chaptarr.addBook(BOOK.tidewater, { file: true })
  const credential_hash = sha256('secret')
  await app.database.transaction(tx => tx.updateTable('instance_webhooks').set({ credential_hash }).execute())
  const basic = Buffer.from(`${usernameFor(credential_hash)}:secret`).toString('base64')
  for (let i = 0; i < 2; i += 1) {
    const answer = await app.http.inject({
      method: 'POST',
      url: `/api/webhooks/library/${prepared.library_id}`,
      headers: { authorization: `Basic ${basic}` },
      payload: { eventType: 'Download', isUpgrade: false, book: { id, title: 'It' }, downloadId: 'd1' },
    })
    expect(answer.statusCode, when).toBe(200)
    app.clock.stepWallClock(5_000)
    await settle(app)
  }
  const told = await app.database.read.selectFrom('inbox_entries').select('type').execute()
  expect(told, when).toEqual([{ type: 'watched_book' }])
  chaptarr.deleteAuthor(author_id)
}

const NOTHING = { entries: [], items: [], jobs: 0 }
/** Beside the webhook by which the library reports, which is set up at every start. */
const isChange = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && !path.endsWith('/notification')

const followed = () => {
  const [artist] = prepared.world.musicbrainz.music.artists.values()
  return {
    author: { kind: 'author', id: `hc:${AUTHOR.ines_moor}`, title: 'Ines Moor' },
    series: { kind: 'series', id: 'Saltmarsh', title: 'Saltmarsh' },
    artist: { kind: 'artist', id: artist?.id ?? '', title: artist?.name ?? '' },
  }
}

it.each(['author', 'series', 'artist'] as const)(
  'killed between any two writes, what no library has is followed once or not at all: %s',
  async name => {
    const { kind, id, title } = followed()[name]
    const { world, env, token } = prepared
    const order: Ask = {
      method: 'PUT',
      path: `/api/me/watchlist/${kind}/${encodeURIComponent(id)}`,
      body: {},
      token,
    }
    const whole = { entries: [{ kind, item_id: id }], items: [{ kind, item_id: id, title }], jobs: 1 }
    let is_answered = false
    const { crashes, finished } = await crashEverywhere(prepared, {
      name,
      order: async started => {
        const app = started as OpenApp
        expect((await sendTo(app, order)).statusCode).toBe(200)
        is_answered = true
        await settle(app)
      },
      note: () => is_answered,
      started: true,
    })
    // Who is followed is looked up before the row, and nothing is changed elsewhere, before it or after it.
    for (const { journal } of [world.chaptarr, world.musicbrainz])
      expect(journal.entries.filter(isChange)).toEqual([])
    expect(crashes.filter(({ noted }) => noted).length).toBeGreaterThan(0)
    for (const [place, { data, noted }] of crashes.entries())
      expect(noted ? [whole] : [NOTHING, whole], `killed before write ${place + 1}`).toContainEqual(
        await readStored(data, readFollowed),
      )
    expect(await readStored(crashes[0]?.data ?? '', readFollowed)).toEqual(NOTHING)
    const parts = await readStored(finished, readParts)

    // Whoever saw no answer presses again. Between the writes of one transaction the disk stays as it was.
    const moments = new Map(crashes.map(({ data }, place) => [fingerprintOf(data), { data, place }]))
    expect(moments.size).toBeGreaterThan(2)
    for (const { data, place } of moments.values()) {
      const when = `killed before write ${place + 1}`
      const { app } = await openApp(data, undefined, env)
      await app.start()
      expect((await sendTo(app, order)).json(), when).toMatchObject({ kind, id, title })
      await settle(app)
      // Longer than until the next look.
      app.clock.stepWallClock(2 * 86_400_000)
      await settle(app)
      expect(await readFollowed(app.database.read), when).toEqual(whole)
      const told = await app.database.read.selectFrom('inbox_entries').select('id').execute()
      expect(told, `${when}: what there was before is no news`).toEqual([])
      expect(await readParts(app.database.read), when).toEqual(parts)
      if (name === 'author') await expectToldOnceOfFirstBook(app, when)
      await app.close()
    }
  },
)
