import { expect, it } from 'vitest'
import { MOVIE } from './catalogue/fixtures.ts'
import { startDemoWorld } from './demo.ts'
import { dropAfterCommit } from './kit/faults.ts'
import { MINUTE_MS } from './kit/time.ts'
import { startWorld } from './world.ts'

it('fails on close when somebody asked for an unknown path', async () => {
  const world = await startWorld()
  await fetch(`${world.tmdb.url}/3/nothing`)
  await expect(world.close()).rejects.toThrow('GET /3/nothing')
})

it('shows the state a cut connection left behind', async () => {
  const world = await startWorld({ products: ['radarr'] })
  world.radarr.faults.next('POST /api/v3/movie', dropAfterCommit())
  const body = JSON.stringify({ tmdbId: MOVIE.requested, qualityProfileId: 4, rootFolderPath: '/movies' })
  const headers = { 'x-api-key': world.radarr.api_key, 'content-type': 'application/json' }
  await expect(fetch(`${world.radarr.url}/api/v3/movie`, { method: 'POST', headers, body })).rejects.toThrow(
    'fetch failed',
  )
  expect(world.radarr.movie(MOVIE.requested)).toBeDefined()
  await world.close()
})

it('runs a demo whose downloads move, finish and are followed by others', async () => {
  const world = await startDemoWorld()
  const libraries = [world.radarr, world.radarr4k, world.sonarr, world.sonarrAnime]
  const running = () => libraries.flatMap(library => library.downloads())
  expect(running().length).toBeGreaterThanOrEqual(10)
  expect(world.radarr.movies().length).toBeGreaterThan(180)
  expect(world.sonarr.series().length).toBeGreaterThan(50)
  expect(world.radarr.history().length).toBeGreaterThan(100)

  const before = running().map(download => download.download_id)
  const imported = libraries.map(library => library.history().length)
  await world.advance(30 * MINUTE_MS)
  expect(running().map(download => download.download_id)).not.toEqual(before)
  expect(libraries.map(library => library.history().length)).not.toEqual(imported)
  await world.close()
})
