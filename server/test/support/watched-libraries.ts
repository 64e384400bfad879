import type { Issue } from '@foyer/contract/issues/issue'
import { MOVIE } from '@foyer/simulators'
import type { Engine } from '#db/database.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import type { TestApp } from './app.ts'
import { setRemediation } from './issue-calls.ts'
import { callForDays } from './calls.ts'
import { buildWorld } from './world.ts'

/** Lets minutes pass one by one, as the watch sees them. */
export async function passMinutes(
  { app, settle }: { app: TestApp; settle: () => Promise<void> },
  minutes: number,
): Promise<void> {
  for (let i = 0; i < minutes; i += 1) {
    app.clock.advance(60_000)
    await settle()
  }
}

/** A server that watches a library of movies and one of series. */
export async function watchLibraries(engine: Engine = 'sqlite') {
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'series'],
    users: ['uma'],
    engine,
  })
  const { app, admin, radarr, sonarr } = world
  const movie = radarr.addMovie(MOVIE.requested)
  const downloadMovie = () => radarr.startDownload(movie.id, { duration_ms: 24 * 3_600_000 })

  const asAdmin = callForDays(() => app, admin)

  async function issues(query = 'status=all'): Promise<Issue[]> {
    return (await asAdmin('GET', `/api/admin/issues?${query}`)).body.issues
  }

  async function dismissAll(): Promise<void> {
    for (const { id, closed_at } of await issues('status=open'))
      if (!closed_at) await asAdmin('POST', `/api/admin/issues/${id}/dismiss`)
  }

  return {
    ...world,
    asAdmin,
    movie,
    issues,
    dismissAll,
    /** The newest about a title. */
    newest: async () =>
      (await issues()).filter(({ source }) => source !== 'system').toSorted((a, b) => b.id - a.id)[0],
    pass: (minutes: number) => passMinutes(world, minutes),
    downloadMovie,
    /** A download of the movie that the manager does not import. */
    stickMovie(...messages: string[]) {
      const { download_id } = downloadMovie()
      radarr.stickDownload(download_id, ...(messages.length > 0 ? messages : ['Sample']))
      return download_id
    },
    choose: (choices: Partial<SavedRemediation>) => setRemediation(app, choices),
    /** The movie is imported after all. */
    fixMovie(download_id: string) {
      radarr.finishDownload(download_id)
    },
    /** What one test leaves behind is not what the next one sees. */
    async clear() {
      for (const manager of [radarr, sonarr]) {
        manager.faults.clear()
        for (const { download_id } of manager.downloads()) manager.finishDownload(download_id)
      }
      if (radarr.movie(MOVIE.requested)?.file) radarr.deleteFile(movie.id)
      await dismissAll()
      await app.settings.lock(tx => app.settings.remove(tx, remediation))
    },
  }
}
