import { dropBefore, HOUR_MS, MINUTE_MS, MOVIE } from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { watchLibraries } from '#test/watched-libraries.ts'

const UNMAPPED = 'You are using docker; check your remote path mappings and download client settings'

async function watchMovies(engine?: (typeof ENGINES)[number]) {
  const watched = await watchLibraries(engine)
  const { radarr, issues, app } = watched
  const { id: requested } = watched.movie
  const others = [MOVIE.downloading, MOVIE.with_file].map(id => radarr.addMovie(id).id)
  const movies = [requested, ...others]
  return {
    ...watched,
    /** Downloads of so many movies that the manager cannot see. */
    stick(count: number, message = UNMAPPED): string[] {
      return movies.slice(0, count).map(id => {
        const { download_id } = radarr.startDownload(id, { duration_ms: HOUR_MS })
        radarr.stickDownload(download_id, message)
        return download_id
      })
    },
    preventions: async () => (await issues()).filter(one => one.is_prevention),
    /** Hours in which nothing happens but one look at their end. */
    async later(hours: number) {
      app.clock.stepWallClock(hours * HOUR_MS - MINUTE_MS)
      await watched.pass(1)
    },
    finishAll() {
      for (const { download_id } of radarr.downloads()) radarr.finishDownload(download_id)
    },
    /** How often admins were told of a new issue. */
    told: async () => {
      const inbox = app.database.read.selectFrom('inbox_entries').select('type')
      return (await inbox.where('type', '=', 'issue_created').execute()).length
    },
    async reset() {
      await watched.clear()
      await watched.choose({ observation_min_minutes: 0, observation_quiet_minutes: 0 })
    },
  }
}

describe.each(ENGINES)('a setting that keeps causing problems on %s (2/4.9)', engine => {
  const shared = shareAmongTests(() => watchMovies(engine))
  beforeEach(() => shared().reset())

  it('is one issue for admins from the third title on, until the setting is changed', async () => {
    const { stick, pass, preventions, radarr, instance_ids, told } = shared()
    const before = (await preventions()).length
    const told_before = await told()
    stick(2)
    await pass(2)
    expect(await preventions()).toHaveLength(before)
    stick(3)
    await pass(2)
    const [raised, ...others] = (await preventions()).toSorted((a, b) => b.id - a.id)
    expect(others).toHaveLength(before)
    expect(raised).toMatchObject({
      source: 'auto',
      status: 'open',
      read: false,
      media_type: 'movie',
      instance_id: instance_ids.movies,
      problem_kind: 'remote_path_mapping',
      occurrences: 3,
      title: 'Downloads keep missing a remote path mapping',
      detail: expect.stringMatching(/^3 titles .*Remote Path Mappings/s),
    })
    expect(raised).not.toHaveProperty('tmdb_id')
    await pass(17)
    expect(await preventions()).toContainEqual(raised)
    // Of the three titles, and once of what they have in common.
    expect(await told()).toBe(told_before + 4)
    radarr.providerSettings.mapRemotePath(`/data/${raised?.id}/`)
    await pass(16)
    expect(await preventions()).toContainEqual(
      expect.objectContaining({
        id: raised?.id,
        status: 'resolved',
        resolution_kind: 'prevention_setting_changed',
      }),
    )
    // Titles that were waiting already are not new.
    await pass(3)
    expect(await preventions()).toHaveLength(before + 1)
  })
})

describe('what a library says about its own setup (2/4.9)', () => {
  const shared = shareAmongTests(() => watchMovies())
  beforeEach(() => shared().reset())

  it('closes after seven days in which no title had the problem', async () => {
    const { stick, finishAll, pass, later, preventions, radarr, issues } = shared()
    const now = async () => (await preventions()).at(0)
    stick(3)
    await pass(2)
    const raised = await now()
    expect(raised).toMatchObject({ status: 'open', occurrences: 3 })
    finishAll()
    await pass(1)
    for (let day = 0; day < 6; day += 1) await later(23)
    expect(await now()).toEqual(raised)
    // One title is enough to count the days anew.
    stick(1)
    await pass(1)
    finishAll()
    await pass(1)
    for (let day = 0; day < 7; day += 1) await later(23)
    expect(await now()).toEqual(raised)
    // Nobody knows what happened while the library did not answer.
    radarr.faults.always('GET /api/v3/queue', dropBefore())
    for (let day = 0; day < 3; day += 1) await later(23)
    radarr.faults.clear()
    await pass(1)
    expect(await now()).toEqual(raised)
    for (let day = 0; day < 7; day += 1) await later(23)
    expect(await now()).toEqual(raised)
    await later(7)
    expect(await now()).toMatchObject({
      id: raised?.id,
      status: 'resolved',
      resolution_kind: 'library_state_cleared',
      resolution: 'No title of the library had the problem for seven days.',
    })
    expect(await issues('status=open')).toEqual([])
  })

  it('is read with the problem that it explains, and with no other', async () => {
    const { stick, stickMovie, pass, issues, radarr } = shared()
    const MAPPING = 'Remote download client places downloads in /downloads but this directory does not appear'
    const lines = async () => (await issues('status=open')).map(({ detail }) => detail.split('\n').slice(-1))
    radarr.health.raise('RemotePathMappingCheck', 'error', MAPPING)
    radarr.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures')
    stick(1)
    await pass(1)
    expect(await lines()).toEqual([[`The library itself reports: “${MAPPING}”`]])
    await shared().reset()
    stickMovie('Sample')
    await pass(1)
    expect(await lines()).toEqual([['“Sample”']])
    await shared().reset()
    // An issue does not wait for an explanation.
    radarr.faults.always('GET /api/v3/health', dropBefore())
    stick(1)
    await pass(1)
    expect(await lines()).toEqual([[`“${UNMAPPED}”`]])
  })
})
