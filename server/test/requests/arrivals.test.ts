import { HARBOUR_NINE_TVDB, type Journal, MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { usernameFor } from '#features/library-webhooks/webhook-rules.ts'
import { sha256 } from '#kit/crypto.ts'
import { PASSWORD, startApp } from '#test/app.ts'
import { openApp } from '../crash/prepared-server.ts'
import { temporaryFolder } from '#test/engines.ts'
import { managerForm, startSimulators } from '#test/managers.ts'
import {
  inManager,
  type ManagerName,
  MANAGERS,
  type ManagerWorld,
  openServer,
  type ReachableServer,
} from '#test/webhook-managers.ts'
import { buildWorld, type WorldParts } from '#test/world.ts'

/** Something comes into each library by a download; answers the download and what a webhook would say of it. */
const ARRIVE: Record<ManagerName, (world: ManagerWorld) => { download_id: string; body: object }> = {
  radarr({ radarr }) {
    const { id } = radarr.addMovie(MOVIE.requested)
    const { download_id } = radarr.startDownload(id)
    radarr.finishDownload(download_id)
    return { download_id, body: { movie: { title: 'It', tmdbId: MOVIE.requested } } }
  },
  sonarr({ sonarr }) {
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const [episode] = sonarr.episodes(id, 1)
    const { download_id } = sonarr.startDownload(id, [episode?.id ?? 0])
    sonarr.finishDownload(download_id)
    const episodes = [{ seasonNumber: 1, episodeNumber: 1 }]
    return { download_id, body: { series: { title: 'It', tvdbId: HARBOUR_NINE_TVDB }, episodes } }
  },
  lidarr({ lidarr }) {
    const album = lidarr.music.albums[0]
    const { id } = lidarr.addAlbum(album?.id ?? '')
    const { download_id } = lidarr.startDownload(id)
    lidarr.finishDownload(download_id)
    return { download_id, body: { album: { title: 'It', mbId: album?.id } } }
  },
  chaptarr: ({ chaptarr }) => arriveBook(chaptarr),
  readarr: ({ readarr }) => arriveBook(readarr),
}

function arriveBook(manager: ManagerWorld['chaptarr']) {
  const book = manager.catalogue.books[0]
  const { id } = manager.addBook(book?.hardcover ?? 0)
  const { download_id } = manager.startDownload(id)
  manager.finishDownload(download_id)
  return { download_id, body: { book: { id, title: 'It', goodreadsId: '1' } } }
}

const NEWS_OF: Record<ManagerName, string> = {
  radarr: 'new_movie',
  sonarr: 'new_episode',
  lidarr: 'new_music',
  chaptarr: 'new_book',
  readarr: 'new_book',
}

/** A webhook of the manager, which it may send late, early or twice; whatever its credential was before. */
function openHook({ app }: ReachableServer, instance_id: string) {
  const credential_hash = sha256('secret')
  const basic = Buffer.from(`${usernameFor(credential_hash)}:secret`).toString('base64')
  return async (body: object) => {
    await app.database.transaction(tx =>
      tx
        .updateTable('instance_webhooks')
        .set({ credential_hash })
        .where('instance_id', '=', instance_id)
        .execute(),
    )
    const answer = await app.call('POST', `/api/webhooks/library/${instance_id}`, {
      body: { eventType: 'Download', isUpgrade: false, ...body },
      headers: { authorization: `Basic ${basic}` },
    })
    expect(answer.status).toBe(200)
  }
}

async function begin(product: ManagerName, parts: Pick<WorldParts, 'simulators_behind_ms'> = {}) {
  const world = await buildWorld({ products: MANAGERS, ...parts })
  const server = await openServer(world)
  const id = await server.connect(product)
  const type = NEWS_OF[product]
  const announced = (count: number) => async () => expect(await server.inbox(type)).toHaveLength(count)
  return { world, server, id, type, announced, manager: inManager(world, product) }
}

/** So many polls, one after the other: each is over once it has read what came since the last. */
async function pollTimes(
  count: number,
  server: ReachableServer,
  { journal }: { journal: Journal },
): Promise<void> {
  const reads = () => journal.entries.filter(one => one.path.endsWith('/since')).length
  for (let polls = 0; polls < count; polls += 1) {
    const before = reads()
    await server.pollUntil(() => expect(reads()).toBeGreaterThan(before))
  }
}

describe('an arrival that no webhook reported (C60)', () => {
  it.each(['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const)(
    'of %s is found by the poll and announced once, also when its webhook comes late',
    async product => {
      const { world, server, id, announced, manager } = await begin(product)
      const hook = openHook(server, id)
      await manager.removeAll()
      const { download_id, body } = ARRIVE[product](world)
      await server.pollUntil(announced(1))
      // Late, and beyond the ten minutes in which news of one title join (1/4.14).
      server.app.clock.advance(900_000)
      await hook({ ...body, downloadId: download_id })
      await hook({ ...body, downloadId: download_id.toUpperCase() })
      await announced(1)()
      const { entries } = (await server.asAdmin('GET', '/api/notifications/inbox')).body
      expect(entries.filter((one: { type: string }) => one.type === 'content_upgraded')).toEqual([])
    },
  )

  it.each(['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const)(
    'of %s is not announced by the poll when a webhook did',
    async product => {
      const { world, server, announced } = await begin(product)
      ARRIVE[product](world)
      await world[product].notifications.webhooks.idle()
      await announced(1)()
      await pollTimes(3, server, world[product])
      await announced(1)()
    },
  )

  it('is the same import though the webhook does not name its download', async () => {
    const { world, server, id, announced, manager } = await begin('radarr')
    const hook = openHook(server, id)
    await manager.removeAll()
    const { body } = ARRIVE.radarr(world)
    await server.pollUntil(announced(1))
    server.app.clock.advance(900_000)
    await hook(body)
    await announced(1)()
  })

  it('is another import when it came by another download, though a webhook without a number reported one', async () => {
    const { world, server, id, announced, manager } = await begin('radarr')
    const hook = openHook(server, id)
    await manager.removeAll()
    const choices = { push_enabled: true, content_upgraded: true, new_movie: true }
    await server.asAdmin('PUT', '/api/notifications/preferences', choices)
    const { body } = ARRIVE.radarr(world)
    await hook(body)
    await announced(1)()
    await pollTimes(2, server, world.radarr)
    await announced(1)()
    server.app.clock.advance(3_600_000)
    await manager.removeAll()
    const movie = world.radarr.movie(MOVIE.requested)
    world.radarr.finishDownload(world.radarr.startDownload(movie?.id ?? 0).download_id)
    // The file takes the place of the first one.
    await server.pollUntil(async () => expect(await server.inbox('content_upgraded')).toHaveLength(1))
  })

  it('is found though the clock of the manager is behind when the library is connected', async () => {
    const { world, server, announced, manager } = await begin('radarr', { simulators_behind_ms: 90_000 })
    await manager.removeAll()
    ARRIVE.radarr(world)
    await server.pollUntil(announced(1))
  })

  it('is news again in another library: what the former one took in is forgotten', async () => {
    const { server, id, announced } = await begin('radarr')
    const other = await startSimulators({ products: ['radarr'] })
    const body = { movie: { title: 'It', tmdbId: MOVIE.requested }, downloadId: 'd1' }
    await openHook(server, id)(body)
    await announced(1)()
    const { url, api_key } = other.radarr
    expect((await server.asAdmin('PUT', `/api/admin/instances/${id}`, { url, api_key })).status).toBe(200)
    await server.app.jobs.settle()
    server.app.clock.advance(900_000)
    await openHook(server, id)(body)
    await announced(2)()
  })

  it('counts the episodes of one download, and only those that were not announced', async () => {
    const { world, server, id, announced, manager } = await begin('sonarr')
    const hook = openHook(server, id)
    await manager.removeAll()
    const series = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = world.sonarr.episodes(series.id, 1).slice(0, 3)
    const { download_id } = world.sonarr.startDownload(
      series.id,
      episodes.map(one => one.id),
    )
    world.sonarr.finishDownload(download_id)
    await hook({
      series: { title: 'Harbour Nine', tvdbId: HARBOUR_NINE_TVDB },
      episodes: [{ seasonNumber: 1, episodeNumber: 1 }],
      downloadId: download_id,
    })
    await announced(1)()
    // Long after, so that they are news of their own.
    server.app.clock.advance(900_000)
    await server.pollUntil(announced(2))
    expect((await server.inbox('new_episode')).map(one => one.data.count)).toEqual([2, 1])
  })

  it('is news to admins alone when it replaced what was there', async () => {
    const { world, server, manager } = await begin('radarr')
    const choices = { push_enabled: true, content_upgraded: true, new_movie: true }
    await server.asAdmin('PUT', '/api/notifications/preferences', choices)
    const { id } = world.radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-720p' })
    await manager.removeAll()
    const { download_id } = world.radarr.startDownload(id, { quality: 'Bluray-1080p' })
    world.radarr.finishDownload(download_id)
    await server.pollUntil(async () => expect(await server.inbox('content_upgraded')).toHaveLength(1))
    expect(await server.inbox('new_movie')).toEqual([])
  })

  it('is none that was there before the library was connected', async () => {
    const world = await buildWorld({ products: MANAGERS })
    ARRIVE.radarr(world)
    const server = await openServer(world)
    server.app.clock.advance(180_000)
    await server.connect('radarr')
    await pollTimes(2, server, world.radarr)
    expect(await server.inbox('new_movie')).toEqual([])
  })

  it('survives a restart between its coming and the poll', async () => {
    const world = await buildWorld({ products: MANAGERS })
    const data = temporaryFolder('arrivals-')
    const first = await openApp(data)
    await first.app.start()
    const account = { username: 'ana', password: PASSWORD }
    const { access_token: token } = await first.ask({
      method: 'POST',
      path: '/api/auth/setup',
      body: account,
    })
    const body = managerForm('movie_manager', 'Movies', world.radarr)
    await first.ask({ method: 'POST', path: '/api/admin/instances', body, token })
    await first.app.jobs.settle()
    await inManager(world, 'radarr').removeAll()
    ARRIVE.radarr(world)
    await first.app.close()

    const app = await startApp({ env: { APP_DATA_DIR: data } })
    const raised = async () => {
      app.clock.advance(300_000)
      await app.jobs.settle()
      const rows = await app.database.read.selectFrom('alerts').select('type').execute()
      return rows.map(row => row.type).filter(type => type === 'new_movie')
    }
    await expect.poll(raised).toEqual(['new_movie'])
  })

  it('is announced once though the first try to save it failed', async () => {
    const { world, server, announced, manager } = await begin('radarr')
    await manager.removeAll()
    ARRIVE.radarr(world)
    // The alert cannot be written: neither may the memory of it be.
    await server.app.database.transaction(tx =>
      tx.schema.alterTable('alerts').renameTo('alerts_away').execute(),
    )
    const failed = () =>
      server.app.log.entries.some(entry => entry['msg'] === 'a manager could not be polled')
    server.poll()
    await server.pollUntil(() => expect(failed()).toBe(true))
    const rows = await server.app.database.read.selectFrom('library_arrivals').selectAll().execute()
    expect(rows).toEqual([])
    await server.app.database.transaction(tx =>
      tx.schema.alterTable('alerts_away').renameTo('alerts').execute(),
    )
    await server.pollUntil(announced(1))
    server.poll()
    await announced(1)()
  })
})
