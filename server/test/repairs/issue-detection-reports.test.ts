import { dropBefore, HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { freshPostgresUrl, shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { addInstance, managerForm, startSimulators } from '#test/managers.ts'
import { createTestClock } from '#test/test-clock.ts'
import { watchLibraries } from '#test/watched-libraries.ts'

describe('a problem that somebody reported (2/4.9)', () => {
  const shared = shareAmongTests(() => watchLibraries())
  beforeEach(() => shared().clear())

  async function reportMovie() {
    const { asAdmin, instance_ids, newest } = shared()
    const body = { instance_id: instance_ids.movies, media_type: 'movie', tmdb_id: MOVIE.requested }
    const answer = await asAdmin('POST', '/api/issues', body)
    expect(answer.status).toBe(201)
    return { id: answer.body.issue_id as number, status: answer.body.status, now: newest }
  }

  it('is open within a minute without an agent, and after the observation minutes with one', async () => {
    const { app, settle, choose, pass } = shared()
    const first = await reportMovie()
    expect(first.status).toBe('observing')
    app.clock.advance(59_000)
    await settle()
    expect(await first.now()).toMatchObject({ id: first.id, status: 'open', source: 'user' })
    await shared().clear()
    await choose({ enabled: true, daily_run_cap: 0 })
    const second = await reportMovie()
    await pass(9)
    expect(await second.now()).toMatchObject({ id: second.id, status: 'observing' })
    await pass(1)
    expect((await second.now())?.status).not.toBe('observing')
  })

  it('is open within a minute when the agent is turned off meanwhile', async () => {
    const { choose, pass } = shared()
    await choose({ enabled: true, daily_run_cap: 0 })
    const { now } = await reportMovie()
    await pass(2)
    await choose({ enabled: false })
    await pass(1)
    expect(await now()).toMatchObject({ status: 'open' })
  })

  it('recovers while the library fetches a replacement, and is resolved when that was imported', async () => {
    const { choose, pass, downloadMovie, fixMovie } = shared()
    await choose({ enabled: true })
    const { download_id } = downloadMovie()
    const { status, now } = await reportMovie()
    expect(status).toBe('recovering')
    await pass(3)
    expect(await now()).toMatchObject({ status: 'recovering' })
    fixMovie(download_id)
    await pass(1)
    expect(await now()).toMatchObject({ status: 'resolved', resolution_kind: 'library_state_cleared' })
  })

  it('is open after all when the replacement failed, and when nobody can tell', async () => {
    const { choose, pass, downloadMovie, radarr } = shared()
    radarr.stockIndexers(false)
    await choose({ enabled: true, daily_run_cap: 0, observation_min_minutes: 2 })
    const failed = downloadMovie()
    const first = await reportMovie()
    radarr.failDownload(failed.download_id)
    await pass(2)
    const { status } = (await first.now()) ?? {}
    expect(status).not.toBe('recovering')
    await shared().clear()
    await choose({ enabled: true, daily_run_cap: 0, observation_min_minutes: 2 })
    downloadMovie()
    const second = await reportMovie()
    expect(second.status).toBe('recovering')
    radarr.faults.always('GET /api/v3/queue', dropBefore())
    await pass(2)
    expect((await second.now())?.status).toBe(status)
  })

  it('recovers only by a download of exactly the same (C50)', async () => {
    const { sonarr, asAdmin, instance_ids, pass, issues, choose, dismissAll } = shared()
    await choose({ enabled: true, daily_run_cap: 0 })
    const series = sonarr.oneSeries(HARBOUR_NINE_TVDB) ?? sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = sonarr.episodes(series.id, 1).map(one => one.id)
    const fetch = (ids: number[]) => sonarr.startDownload(series.id, ids, { duration_ms: 3_600_000 })
    const single = fetch(episodes.slice(1, 2))
    const statusOf = async (scope: object) => {
      const show = { instance_id: instance_ids.series, media_type: 'tv', tmdb_id: SHOW.harbour_nine }
      return (await asAdmin('POST', '/api/issues', { ...show, ...scope })).body.status
    }
    const statuses = async () =>
      (await issues())
        .filter(one => one.source === 'user')
        .toSorted((a, b) => a.id - b.id)
        .slice(-3)
        .map(one => one.status)
    expect(await statusOf({ season_number: 1, episode_number: 2 })).toBe('recovering')
    expect(await statusOf({ season_number: 1, episode_number: 3 })).toBe('observing')
    // One episode does not replace the season or the show.
    expect(await statusOf({ season_number: 1 })).toBe('observing')
    expect(await statusOf({})).toBe('observing')
    const pack = fetch(episodes)
    await dismissAll()
    expect(await statusOf({ season_number: 1 })).toBe('recovering')
    expect(await statusOf({ season_number: 1, episode_number: 3 })).toBe('recovering')
    expect(await statusOf({})).toBe('observing')
    sonarr.finishDownload(single.download_id)
    await pass(1)
    expect(await statuses()).toEqual(['recovering', 'recovering', 'observing'])
    sonarr.finishDownload(pack.download_id)
    await pass(1)
    expect(await statuses()).toEqual(['resolved', 'resolved', 'observing'])
  })
})

describe('the watch through restarts and in two processes', () => {
  async function startRadarr() {
    const clock = createTestClock()
    const { radarr, settle } = await startSimulators({
      products: ['radarr'],
      now: () => clock.now().getTime(),
    })
    const movie = radarr.addMovie(MOVIE.requested)
    const { download_id } = radarr.startDownload(movie.id)
    radarr.stickDownload(download_id, 'Sample')
    return { clock, radarr, settle }
  }

  it('goes on where it was after a restart', async () => {
    const { clock, radarr } = await startRadarr()
    const env = { APP_DATA_DIR: temporaryFolder() }
    const before = await startApp({ clock, env })
    const { access_token: token } = await before.setUp()
    await addInstance(before, token, managerForm('movie_manager', 'Movies', radarr))
    for (let i = 0; i < 6; i += 1) {
      clock.advance(60_000)
      await before.jobs.settle()
    }
    await before.close()
    const after = await startApp({ clock, env })
    for (let i = 0; i < 5; i += 1) {
      clock.advance(60_000)
      await after.jobs.settle()
    }
    const { issues } = (await after.call('GET', '/api/admin/issues', { token })).body
    expect(issues).toMatchObject([{ status: 'open', occurrences: 1 }])
  })

  it('is done by one of two processes on one database', async () => {
    const { clock, radarr } = await startRadarr()
    const APP_DATABASE_URL = await freshPostgresUrl()
    const APP_ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
    const start = () =>
      startApp({ clock, env: { APP_DATABASE_URL, APP_ENCRYPTION_KEY, APP_DATA_DIR: temporaryFolder() } })
    const [one, two] = [await start(), await start()]
    const { access_token: token } = await one.setUp()
    await addInstance(one, token, managerForm('movie_manager', 'Movies', radarr))
    await one.jobs.settle()
    radarr.journal.clear()
    for (let i = 0; i < 3; i += 1) {
      clock.advance(60_000)
      await Promise.all([one.jobs.settle(), two.jobs.settle()])
    }
    // The watch alone asks for downloads without a title.
    const reads = radarr.journal
      .requests('GET /api/v3/queue')
      .filter(({ query }) => query.get('includeUnknownMovieItems') === 'true')
    expect(reads).toHaveLength(3)
    const { issues } = (await two.call('GET', '/api/admin/issues', { token })).body
    expect(issues).toMatchObject([{ status: 'observing', occurrences: 1 }])
  })
})
