import { MOVIE } from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { watchLibraries } from '#test/watched-libraries.ts'

const UNMAPPED = 'You are using docker; check your remote path mappings and download client settings'
const HOUR_MS = 3_600_000

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
    // The titles that wait since before are no news.
    await pass(3)
    expect(await preventions()).toHaveLength(before + 1)
  })
})
