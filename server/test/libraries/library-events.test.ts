import type { EventFrame } from '@foyer/contract/events'
import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kit/durations.ts'
import { eventually } from '#test/eventually.ts'
import { listen } from '#test/sockets.ts'
import { LIBRARY_PARTS, type LibraryWorld } from '#test/status-calls.ts'
import { type Listener, openSse } from '#test/streams.ts'
import { buildWorld } from '#test/world.ts'

async function begin() {
  const world = await buildWorld(LIBRARY_PARTS)
  const url = `http://127.0.0.1:${await listen(world.app)}`
  const bob = await openSse(url, world.users.bob.access_token)
  return { ...world, url, bob }
}

/** Comes to the next look at the queues; each test waits for what it says. */
const look = ({ app }: Pick<LibraryWorld, 'app'>) => app.clock.advance(30_000)

const said = (listener: Listener, type: string): EventFrame['data'][] =>
  listener.frames.filter(frame => frame.type === type).map(frame => frame.data)

describe('a download (1/6)', () => {
  it('is told as it begins and ends', async () => {
    const world = await begin()
    const { radarr, instance_ids, bob } = world
    const { id } = radarr.addMovie(MOVIE.requested)
    const title = { media_type: 'movie', tmdb_id: MOVIE.requested, instance_id: instance_ids.movies }
    const { download_id } = radarr.startDownload(id, { duration_ms: HOUR_MS })
    look(world)
    await bob.received('library_queue_changed')
    expect(said(bob, 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
    expect(said(bob, 'download_progress')).toEqual([{ ...title, progress: 0, status: 'downloading' }])
    expect(said(bob, 'library_queue_changed')).toEqual([
      { instance_id: instance_ids.movies, service_type: 'movie_manager' },
    ])

    radarr.finishDownload(download_id)
    look(world)
    await eventually(() => expect(said(bob, 'library_queue_changed')).toHaveLength(2))
    expect(said(bob, 'request_status_changed')).toEqual([
      { ...title, status: 'downloading' },
      { ...title, status: 'available' },
    ])
  })

  it('of a show is told under the show’s own id, and a better copy of what is there changes no status', async () => {
    const world = await begin()
    const { sonarr, radarr, instance_ids, bob } = world
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = sonarr.episodes(id, 1).map(one => one.id)
    const pack = sonarr.startDownload(id, episodes, { duration_ms: HOUR_MS })
    const movie = radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-720p' })
    radarr.startDownload(movie.id, { quality: 'Bluray-1080p', duration_ms: HOUR_MS })
    look(world)
    await eventually(() => expect(said(bob, 'library_queue_changed')).toHaveLength(2))
    const title = { media_type: 'tv', tmdb_id: SHOW.harbour_nine, instance_id: instance_ids.series }
    expect(said(bob, 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
    expect(said(bob, 'download_progress')).toContainEqual({ ...title, progress: 0, status: 'downloading' })
    expect(said(bob, 'download_progress')).toContainEqual({
      media_type: 'movie',
      tmdb_id: MOVIE.with_file,
      instance_id: instance_ids.movies,
      progress: 0,
      status: 'available',
    })
    sonarr.finishDownload(pack.download_id)
    look(world)
    await eventually(() => expect(said(bob, 'library_queue_changed')).toHaveLength(3))
    expect(said(bob, 'request_status_changed').at(-1)).toEqual({ ...title, status: 'available' })
  })

  it('is not told to kids outside their limits, nor to whoever does not see the library', async () => {
    const world = await begin()
    const { radarr, radarr4k, instance_ids, users, bob, url } = world
    const kid = await openSse(url, users.kim.access_token)
    radarr.startDownload(radarr.addMovie(MOVIE.above_pg_cap).id)
    radarr.startDownload(radarr.addMovie(MOVIE.in_cinemas).id)
    radarr4k.startDownload(radarr4k.addMovie(MOVIE.absent).id)
    look(world)
    await eventually(() => expect(said(bob, 'request_status_changed')).toHaveLength(2))
    await eventually(() => expect(said(kid, 'request_status_changed')).toHaveLength(1))
    expect(said(kid, 'request_status_changed')).toMatchObject([{ tmdb_id: MOVIE.in_cinemas }])
    const heard = [...bob.frames, ...kid.frames].map(frame => frame.data['instance_id'])
    expect(heard).not.toContain(instance_ids.movies_4k)
  })
})
