import { dropBefore, garbage, HARBOUR_NINE_TVDB, SHOW, wrongKey } from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { watchLibraries } from '#test/watched-libraries.ts'

describe.each(ENGINES)('a problem of a download on %s (2/4.9)', engine => {
  const shared = shareAmongTests(() => watchLibraries(engine))
  beforeEach(() => shared().clear())

  it('is observed without a notification, then open and unread, then resolved when the library has the title', async () => {
    const { stickMovie, fixMovie, pass, newest, instance_ids, movie, app, asAdmin } = shared()
    const download_id = stickMovie('Not an upgrade for existing movie file.')
    await pass(1)
    const observed = await newest()
    expect(observed).toMatchObject({
      source: 'auto',
      status: 'observing',
      read: true,
      media_type: 'movie',
      problem_kind: 'not_an_upgrade',
      tmdb_id: movie.tmdb_id,
      instance_id: instance_ids.movies,
      occurrences: 1,
      is_prevention: false,
      detail: expect.stringContaining('“Not an upgrade for existing movie file.”'),
    })
    await pass(9)
    expect(await newest()).toEqual(observed)
    await pass(1)
    expect(await newest()).toMatchObject({ id: observed?.id, status: 'open', read: false })
    fixMovie(download_id)
    await pass(2)
    expect(await newest()).toMatchObject({ status: 'open' })
    await pass(1)
    expect(await newest()).toMatchObject({
      id: observed?.id,
      status: 'resolved',
      resolution_kind: 'library_state_cleared',
      closed_at: app.clock.now().toISOString(),
    })
    // 2:3: reopened, it waits for a person, whatever the library shows.
    const admin_path = `/api/admin/issues/${observed?.id}`
    expect((await asAdmin('POST', `${admin_path}/reopen`)).body).toMatchObject({ status: 'needs_admin' })
    await pass(4)
    expect(await newest()).toMatchObject({ id: observed?.id, status: 'needs_admin', read: true })
  })

  it('that goes away by itself is resolved without a notification', async () => {
    const { stickMovie, fixMovie, pass, newest, issues } = shared()
    const download_id = stickMovie()
    await pass(1)
    fixMovie(download_id)
    await pass(3)
    expect(await newest()).toMatchObject({
      status: 'resolved',
      read: true,
      resolution_kind: 'library_state_cleared',
    })
    expect(await issues('status=open')).toEqual([])
  })

  it('recovers while another release is on its way, and is observed again when that fails too', async () => {
    const { stickMovie, downloadMovie, radarr, pass, newest } = shared()
    stickMovie()
    await pass(1)
    const { download_id } = downloadMovie()
    await pass(15)
    expect(await newest()).toMatchObject({ status: 'recovering', read: true })
    radarr.stockIndexers(false)
    radarr.failDownload(download_id)
    await pass(1)
    expect(await newest()).toMatchObject({ status: 'observing' })
    await pass(1)
    expect(await newest()).toMatchObject({ status: 'open', occurrences: 1 })
  })
})

describe('how the watch reads a library', () => {
  const shared = shareAmongTests(() => watchLibraries())
  beforeEach(() => shared().clear())

  it.each([
    ['does not answer', dropBefore()],
    ['sends something else', garbage('html')],
    ['refuses the key', wrongKey()],
  ])('changes nothing while the queue of the library %s', async (_name, fault) => {
    const { stickMovie, fixMovie, pass, newest, radarr } = shared()
    const download_id = stickMovie()
    await pass(5)
    fixMovie(download_id)
    radarr.faults.always('GET /api/v3/queue', fault)
    await pass(20)
    expect(await newest()).toMatchObject({ status: 'observing' })
    radarr.faults.clear()
    await pass(3)
    expect(await newest()).toMatchObject({ status: 'resolved' })
  })

  it('makes one issue of a season pack, and another of a single episode', async () => {
    const { sonarr, pass, issues } = shared()
    const series = sonarr.oneSeries(HARBOUR_NINE_TVDB) ?? sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = sonarr.episodes(series.id, 1).map(one => one.id)
    const pack = sonarr.startDownload(series.id, episodes)
    const single = sonarr.startDownload(series.id, episodes.slice(2, 3))
    for (const { download_id } of [pack, single]) sonarr.stickDownload(download_id, 'Sample')
    await pass(1)
    const open = (await issues('status=open')).toSorted((a, b) => a.id - b.id)
    expect(open).toMatchObject([
      { tvdb_id: HARBOUR_NINE_TVDB, season_number: 1, media_type: 'tv', problem_kind: 'sample_file' },
      { tvdb_id: HARBOUR_NINE_TVDB, season_number: 1, episode_number: 3 },
    ])
    expect(open[0]).not.toHaveProperty('episode_number')
  })

  it('reads the messages of a manager about a whole download', async () => {
    const { radarr, downloadMovie, pass, newest } = shared()
    radarr.troubleDownload(downloadMovie().download_id, {
      status: 'completed',
      state: 'importBlocked',
      condition: 'warning',
      progress: 1,
      messages: [{ title: 'Found archive file, might need to be extracted', messages: [] }],
    })
    await pass(1)
    expect(await newest()).toMatchObject({ problem_kind: 'unextracted_archive' })
  })

  it('neither opens nor resolves a problem that comes and goes', async () => {
    const { radarr, downloadMovie, pass, newest, issues } = shared()
    const { download_id } = downloadMovie()
    const stalled = {
      status: 'warning',
      condition: 'warning',
      error: 'The download is stalled with no connections',
    } as const
    const paused = { status: 'paused' } as const
    const before = (await issues()).length
    for (let i = 0; i < 10; i += 1) {
      radarr.troubleDownload(download_id, i % 2 === 0 ? stalled : paused)
      await pass(2)
    }
    expect(await newest()).toMatchObject({ status: 'observing', problem_kind: 'stalled', occurrences: 1 })
    expect(await issues()).toHaveLength(before + 1)
    radarr.troubleDownload(download_id, stalled)
    await pass(7)
    expect(await newest()).toMatchObject({ status: 'open', occurrences: 1 })
  })

  it('counts another download of the same problem, and keeps the one issue', async () => {
    const { stickMovie, radarr, pass, newest } = shared()
    const first = stickMovie()
    await pass(11)
    const { id } = (await newest()) ?? {}
    stickMovie()
    await pass(2)
    expect(await newest()).toMatchObject({ id, status: 'open', occurrences: 1 })
    radarr.finishDownload(first)
    await pass(2)
    expect(await newest()).toMatchObject({ id, status: 'open', occurrences: 2 })
  })

  it('does not reopen a problem that an admin dismissed, unless another download has it', async () => {
    const { stickMovie, pass, newest, asAdmin, issues } = shared()
    stickMovie()
    await pass(11)
    const { id } = (await newest()) ?? {}
    expect((await asAdmin('POST', `/api/admin/issues/${id}/dismiss`)).status).toBe(200)
    await pass(15)
    expect(await newest()).toMatchObject({ id, status: 'dismissed' })
    shared().radarr.finishDownload(shared().radarr.downloads()[0]?.download_id ?? '')
    stickMovie()
    await pass(1)
    expect(await issues('status=open')).toMatchObject([{ status: 'observing', occurrences: 1 }])
  })

  it('keeps an issue open when the download is gone and the title still missing', async () => {
    const { stickMovie, radarr, pass, newest } = shared()
    radarr.stockIndexers(false)
    const download_id = stickMovie()
    await pass(11)
    radarr.failDownload(download_id)
    await pass(30)
    expect(await newest()).toMatchObject({ status: 'open' })
  })

  it('does not treat an episode of an unmatched show as one that the library has', async () => {
    const { sonarr, pass, issues, asAdmin, catalogue } = shared()
    const tvdb_id = catalogue.show(SHOW.running)?.tvdb_id ?? 0
    const series = sonarr.addSeries(tvdb_id)
    const path = `/api/admin/tv-matches/${SHOW.running}`
    const { revision } = (await asAdmin('GET', path)).body.match
    const paused = await asAdmin('PUT', path, {
      revision,
      mode: 'paused',
      tvdb_id: null,
      season_map: 'none',
    })
    expect(paused.status).toBe(200)
    sonarr.stockIndexers(false)
    const downloads = sonarr
      .episodes(series.id, 1)
      .slice(0, 2)
      .map(({ id }) => sonarr.startDownload(series.id, [id]).download_id)
    for (const download_id of downloads) sonarr.stickDownload(download_id, 'Sample')
    await pass(11)
    const [first = '', second = ''] = downloads
    sonarr.finishDownload(first)
    sonarr.failDownload(second)
    await pass(20)
    expect(await issues('status=open')).toMatchObject([
      { status: 'open', tvdb_id, season_number: 1, episode_number: 2 },
    ])
  })

  it('finds downloads that fail again and again', async () => {
    const { radarr, downloadMovie, pass, newest } = shared()
    radarr.stockIndexers(false)
    for (let i = 0; i < 3; i += 1) radarr.failDownload(downloadMovie().download_id, 'Missing articles')
    await pass(6)
    expect(await newest()).toMatchObject({
      status: 'observing',
      problem_kind: 'download_failed',
      detail: expect.stringMatching(
        /^\d downloads failed, and nothing is being downloaded now\.\n.*“Missing articles”/,
      ),
    })
  })

  it('opens after the configured minutes', async () => {
    const { stickMovie, choose, pass, newest } = shared()
    await choose({ observation_min_minutes: 0, observation_quiet_minutes: 0 })
    stickMovie()
    await pass(1)
    expect(await newest()).toMatchObject({ status: 'open', read: false })
  })
})

it('closes the issues of a library that is removed, and stops watching with the last library', async () => {
  const { stickMovie, pass, newest, asAdmin, instance_ids, app } = await watchLibraries()
  stickMovie()
  await pass(11)
  expect(await newest()).toMatchObject({ status: 'open' })
  for (const id of Object.values(instance_ids))
    expect((await asAdmin('DELETE', `/api/admin/instances/${id}`)).status).toBe(200)
  expect(await newest()).toMatchObject({ status: 'resolved', resolution: 'The library was removed.' })
  await pass(1)
  const left = await app.database.read
    .selectFrom('jobs')
    .select('name')
    .where('name', '=', 'watch-for-problems')
    .execute()
  expect(left).toEqual([])
})
