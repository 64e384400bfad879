import type { Release, Releases } from '@foyer/contract/releases'
import { MOVIE } from '@foyer/simulators'
import { type Call, expectOk } from './calls.ts'
import { NO_METADATA } from './discovery-calls.ts'
import { buildWorld } from './world.ts'

/** Airs each Thursday around today. */
const WEATHER_OFFICE_TVDB = 430_002

/** All four managers, each with something that comes out around today; Kim is a kid. */
export async function buildReleases(env: Record<string, string> = {}) {
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'series', 'music', 'books'],
    users: ['bob', 'kim'],
    env: { ...NO_METADATA, ...env },
    strict: false,
  })
  const { asAdmin, users, radarr, sonarr, lidarr } = world
  const limits = { max_movie_rating: 'PG', max_tv_rating: 'TV-G' }
  expectOk(await asAdmin('PUT', `/api/admin/users/${users.kim.user.id}/content-policy`, limits))
  radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-1080p' })
  radarr.addMovie(MOVIE.requested)
  radarr.addMovie(MOVIE.in_cinemas, { monitored: false })
  // Rated PG-13, so Kim does not see it.
  radarr.addMovie(MOVIE.upcoming)
  sonarr.addSeries(WEATHER_OFFICE_TVDB)
  const album = lidarr.music.albums.find(one => one.release_date === '2026-11-27')
  if (album) lidarr.addAlbum(album.id)
  return world
}
export type ReleaseWorld = Awaited<ReturnType<typeof buildReleases>>

export const getReleases = (as: Call, query = '') => as('GET', `/api/releases${query}`)

export async function readReleases(as: Call, query = ''): Promise<Releases> {
  return expectOk(await getReleases(as, query))
}

/** `2026-11-20 physical Paper Lanterns`, to compare lists with. */
const lineOf = (one: Release) => `${one.date} ${one.kind} ${one.title}`
export const linesOf = ({ items }: { items: Release[] }) => items.map(lineOf)
export const titlesOf = ({ items }: { items: Release[] }) => [...new Set(items.map(one => one.title))].sort()
