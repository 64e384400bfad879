import { ALBUM, BOOK, HARBOUR_NINE_TVDB, INDEXER_KEYS, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import {
  ABOUT,
  type Acting,
  approve,
  buildActing,
  libraryOf,
  showAction,
  wanted,
} from '#test/agent-actions.ts'
import { remediationContext } from '#test/borrowed-operations.ts'
import { expectOk } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { openQueue, QUEUED_TYPES, type QueuedType } from '#test/manager-queues.ts'

describe.each(QUEUED_TYPES)('approved actions on a download of a %s library (2:4.9)', type => {
  const shared = shareAmongTests(buildActing)

  function open() {
    const world = shared()
    const queue = openQueue(world, type)
    for (const download of queue.manager.downloads()) queue.manager.finishDownload(download.download_id)
    queue.removeFiles()
    queue.manager.stockIndexers(false)
    queue.manager.journal.clear()
    return { ...world, queue, issue: () => world.agent.issue(type, libraryOf(world, type), ABOUT[type]) }
  }

  it('removes it once, exactly as approved', async () => {
    const { agent, asAdmin, queue, issue } = open()
    const { download_id, queue_id } = await queue.begin()
    const id = await agent.propose(
      await issue(),
      wanted('remediate_queue', { queue_id, action: 'blocklist_only' }),
    )
    expect(await showAction(asAdmin, id)).toMatchObject({
      status: 'proposed',
      risk: 'medium',
      can_decide: true,
      params: { media_type: type, queue_id, action: 'blocklist_only', download_id },
    })
    expect(queue.removals()).toEqual([])
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'executed',
      decided_by: 'ana',
      executed_at: expect.any(String),
      result_text: expect.stringContaining('never grabbed again'),
    })
    expect(queue.isQueued(download_id)).toBe(false)
    expect(queue.removals()).toHaveLength(1)
  })

  it('imports it by force only if an admin chose that', async () => {
    const { agent, asAdmin, queue, issue } = open()
    const { queue_id } = await queue.beginStuck('Not an upgrade for the existing file')
    const first = await agent.propose(await issue(), wanted('manual_import', { queue_id }))
    expect(expectOk(await approve(asAdmin, first))).toMatchObject({
      status: 'failed',
      result_text: expect.stringContaining('rejects'),
    })
    expect(queue.commands()).toEqual([])
    const second = await agent.propose(await issue(), wanted('manual_import', { queue_id }))
    expect(expectOk(await approve(asAdmin, second, { override: { force: true } }))).toMatchObject({
      status: 'executed',
      params: { force: false },
      approved_params: { force: true, queue_id },
    })
    await queue.runCommands()
    expect(queue.hasFile()).toBe(true)
  })
})

describe('approved actions on the titles of libraries (2:4.9)', () => {
  const shared = shareAmongTests(async () => {
    const world = await buildActing()
    const { radarr, sonarr, chaptarr, lidarr } = world
    const book = chaptarr.addBook(BOOK.tidewater)
    const album = lidarr.addAlbum(ALBUM.night_ferry)
    return {
      ...world,
      movie: radarr.addMovie(MOVIE.requested),
      series: sonarr.addSeries(HARBOUR_NINE_TVDB),
      book,
      album,
    }
  })

  it('grabs the release that was found, and shows it as the library describes it, without its address', async () => {
    const { agent, asAdmin, radarr, operations, admin, instance_ids } = shared()
    const instance_id = instance_ids.movies
    const scope = { media_type: 'movie', tmdb_id: MOVIE.requested, instance_id } as const
    const context = remediationContext(admin.user)
    const { releases } = await operations.actions.searchReleases(scope, context)
    const offer = releases.find(one => one.download_allowed)
    if (!offer) throw new Error('nothing was offered')
    const { guid, indexer_id } = offer
    const issue = await agent.issue('movie', instance_id, ABOUT.movie)
    // A model may send the whole proposal of 2/4.9; its details about the release are ignored.
    const claims = { release_title: 'Another', quality: '4K', size: 1, protocol: 'usenet', indexer: 'Mine' }
    const params = { guid, indexer_id, ...claims, rejected: false, rejections: [] }
    const id = await agent.propose(issue, wanted('grab_release', params))
    const searches = radarr.journal.requests('GET /api/v3/release').length
    const shown = await showAction(asAdmin, id)
    expect(shown.params).toMatchObject({
      media_type: 'movie',
      guid,
      indexer_id,
      release_title: offer.title,
      quality: offer.quality,
      size: offer.size_bytes,
      protocol: offer.protocol,
      indexer: offer.indexer,
      rejected: !offer.approved,
      rejections: offer.rejections,
    })
    for (const key of Object.values(INDEXER_KEYS)) expect(JSON.stringify(shown)).not.toContain(key)
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(radarr.downloads().map(one => one.release.title)).toContain(offer.title)
    expect(radarr.journal.requests('POST /api/v3/release')).toHaveLength(1)
    // The cached search is used: indexers limit how often they may be asked.
    expect(radarr.journal.requests('GET /api/v3/release')).toHaveLength(searches)
  })

  it('replaces a download by another release', async () => {
    const { agent, asAdmin, sonarr, series, operations, admin, instance_ids } = shared()
    const instance_id = instance_ids.series
    const [first] = sonarr.episodes(series.id, 1)
    const old = sonarr.startDownload(series.id, [first?.id ?? 0], { progress: 0.5 })
    const place = { season_number: 1, episode_number: 1 }
    const issue = await agent.issue('tv', instance_id, { ...ABOUT.tv, ...place })
    const scope = {
      media_type: 'tv',
      tmdb_id: SHOW.harbour_nine,
      season: 1,
      episode: 1,
      instance_id,
    } as const
    const { releases } = await operations.actions.searchReleases(scope, remediationContext(admin.user))
    const offer = releases.find(one => one.download_allowed && one.title !== old.release.title)
    const { entries } = (await readQueue(operations, 'tv', instance_id)) ?? { entries: [] }
    const queue_id = entries.find(row => row.download_id === old.download_id)?.queue_id
    const params = { guid: offer?.guid, indexer_id: offer?.indexer_id, queue_id_to_replace: queue_id }
    const id = await agent.propose(issue, wanted('grab_release', params))
    expect(await showAction(asAdmin, id)).toMatchObject({ risk: 'medium', params: { season: 1, episode: 1 } })
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({
      status: 'executed',
      result_text: expect.stringContaining('former download was removed'),
    })
    expect(sonarr.downloads().map(one => one.release.title)).toEqual([offer?.title])
  })

  it.each([
    ['movie', {}, { name: 'MoviesSearch' }],
    ['tv', { season: 1, episode: 2 }, { name: 'EpisodeSearch' }],
    ['tv', {}, { name: 'SeriesSearch' }],
    ['book', {}, { name: 'BookSearch' }],
    ['music', {}, { name: 'AlbumSearch' }],
  ] as const)('searches for a %s again %j', async (type, place, command) => {
    const { agent, asAdmin, book, album } = shared()
    const { manager, commands } = openQueue(shared(), type)
    manager.journal.clear()
    const record = { movie: {}, tv: {}, book: { book_id: book.id }, music: { album_id: album.id } }[type]
    const issue = await agent.issue(type, libraryOf(shared(), type), ABOUT[type])
    const id = await agent.propose(issue, wanted('trigger_search', { ...record, ...place }))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(commands().map(one => one.body)).toMatchObject([command])
  })

  it.each([
    ['movie', 'RescanMovie'],
    ['tv', 'RescanSeries'],
    ['book', 'RefreshAuthor'],
    ['music', 'RefreshArtist'],
  ] as const)('compares the files of a %s with the library', async (type, name) => {
    const { agent, asAdmin, book, album } = shared()
    const { manager, commands } = openQueue(shared(), type)
    manager.journal.clear()
    const { author_id } = book
    const record = { movie: {}, tv: {}, book: { author_id }, music: { artist_id: album.artist_id } }[type]
    const issue = await agent.issue(type, libraryOf(shared(), type), ABOUT[type])
    const id = await agent.propose(issue, wanted('rescan', record))
    expect(expectOk(await approve(asAdmin, id))).toMatchObject({ status: 'executed' })
    expect(commands().map(one => one.body)).toMatchObject([{ name }])
  })
})

async function readQueue(operations: Acting['operations'], media_type: QueuedType, instance_id: string) {
  const caller = { user_id: 0, role: 'admin' } as const
  const [answer] = await operations.reads.queue({ caller, media_type, instance_id })
  return answer?.status_known ? answer : null
}
