import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Call } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { buildWorld } from '#test/world.ts'

async function begin() {
  const world = await buildWorld({ instances: ['movies', 'series'], users: ['uma'], kids: ['kim'] })
  const { asKim, asUma, instance_ids } = world
  for (const id of [MOVIE.with_file, MOVIE.above_pg_cap, MOVIE.unrated]) world.radarr.addMovie(id)
  for (const id of [SHOW.running, SHOW.harbour_nine]) {
    world.sonarr.addSeries(world.catalogue.show(id)?.tvdb_id ?? 0)
  }
  const get = (as: Call, instance: string, path: string) =>
    as('GET', `/api/instances/${instance}/proxy/api/v3/${path}`)
  return {
    world,
    kidMovies: (path: string) => get(asKim, instance_ids.movies, path),
    userMovies: (path: string) => get(asUma, instance_ids.movies, path),
    kidShows: (path: string) => get(asKim, instance_ids.series, path),
    userShows: (path: string) => get(asUma, instance_ids.series, path),
  }
}

const tmdbIds = (rows: { tmdbId: number }[]) => rows.map(row => row.tmdbId)

describe('a library through the proxy (1/I, kids)', () => {
  it('shows a kid what fits, and everybody else all of it', async () => {
    const { kidMovies, userMovies, kidShows, userShows } = await begin()
    expect(tmdbIds((await userMovies('movie')).body)).toHaveLength(3)
    expect(tmdbIds((await kidMovies('movie')).body)).toEqual([MOVIE.with_file])
    expect(tmdbIds((await userShows('series')).body)).toHaveLength(2)
    expect(tmdbIds((await kidShows('series')).body)).toEqual([SHOW.running])
  })

  it('names trailers to a kid only where an admin allows them', async () => {
    const { world, kidMovies, userMovies } = await begin()
    const trailers = async (get: typeof kidMovies) =>
      (await get('movie')).body.map((row: { youTubeTrailerId?: string }) => row.youTubeTrailerId)
    const key = world.catalogue.movie(MOVIE.with_file)?.videos.find(({ type }) => type === 'Trailer')?.key
    expect(await trailers(userMovies)).toContain(key)
    expect(await trailers(kidMovies)).toEqual([undefined])
    await setContentLimits(world.asAdmin, world.users.kim.user.id, { trailers_allowed: true })
    expect(await trailers(kidMovies)).toEqual([key])
  })

  it('answers 404 for a record that is blocked', async () => {
    const { kidMovies, userMovies } = await begin()
    const all: { id: number; tmdbId: number }[] = (await userMovies('movie')).body
    const statuses = await Promise.all(all.map(({ id }) => kidMovies(`movie/${id}`).then(one => one.status)))
    expect(statuses).toEqual(all.map(({ tmdbId }) => (tmdbId === MOVIE.with_file ? 200 : 404)))
    const blocked = all.find(({ tmdbId }) => tmdbId !== MOVIE.with_file)
    expect((await kidMovies(`movie/${blocked?.id}`)).body).toEqual({ error: 'not available' })
    expect((await userMovies(`movie/${blocked?.id}`)).status).toBe(200)
  })

  it('counts as the library does, whose pages they are, so that whoever reads them all finds all that fits', async () => {
    const { world, kidMovies } = await begin()
    for (const { id } of world.radarr.movies()) world.radarr.startDownload(id)
    const seen: number[] = []
    let pages = 0
    for (let total = 1; pages < total; pages += 1) {
      const { body } = await kidMovies(`queue?page=${pages + 1}&pageSize=1`)
      total = body.totalRecords
      seen.push(...tmdbIds(body.records.map((row: { movie: { tmdbId: number } }) => row.movie)))
    }
    expect([pages, seen]).toEqual([3, [MOVIE.with_file]])
  })

  it('asks for the parent of episodes, queue and history on behalf of a kid only', async () => {
    const { world, kidShows, userShows, kidMovies } = await begin()
    const series: { id: number; tmdbId: number }[] = (await userShows('series')).body
    const idOf = (tmdb_id: number) => series.find(one => one.tmdbId === tmdb_id)?.id
    const episodes = async (get: typeof kidShows, tmdb_id: number) =>
      (await get(`episode?seriesId=${idOf(tmdb_id)}`)).body.length
    expect(await episodes(kidShows, SHOW.running)).toBe(await episodes(userShows, SHOW.running))
    expect(await episodes(kidShows, SHOW.running)).toBeGreaterThan(0)
    expect(await episodes(userShows, SHOW.harbour_nine)).toBeGreaterThan(0)
    expect(await episodes(kidShows, SHOW.harbour_nine)).toBe(0)
    for (const path of ['queue', 'history']) {
      expect((await kidMovies(`${path}?includeMovie=false`)).body.records).toEqual([])
      const [asked] = world.radarr.journal.requests(`GET /api/v3/${path}`)
      expect(asked?.query.getAll('includeMovie')).toEqual(['true'])
    }
    const [, plain] = world.sonarr.journal.requests('GET /api/v3/episode')
    expect(plain?.query.has('includeSeries')).toBe(false)
  })
})
