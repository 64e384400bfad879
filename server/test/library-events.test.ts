import type { EventFrame } from '@foyer/contract/events'
import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it, vi } from 'vitest'
import { type LibraryHouse, startLibraries } from '#test/library-house.ts'
import { listen } from '#test/sockets.ts'
import { type Listener, openSse } from '#test/streams.ts'

const HOUR_MS = 3_600_000

/** As long as a busy machine may take; what is waited for comes by itself. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 15_000 })

async function begin() {
  const house = await startLibraries()
  const url = `http://127.0.0.1:${await listen(house.app)}`
  const bob = await openSse(url, house.bob.access_token)
  return { ...house, url, bob }
}

/** Comes to the next look at the queues; each test waits for what it says. */
const look = ({ app }: Pick<LibraryHouse, 'app'>) => app.clock.advance(30_000)

const said = (listener: Listener, type: string): EventFrame['data'][] =>
  listener.frames.filter(frame => frame.type === type).map(frame => frame.data)

describe('a download (1/6)', () => {
  it('is told as it begins and ends', async () => {
    const house = await begin()
    const { world, ids, bob } = house
    const { id } = world.radarr.addMovie(MOVIE.requested)
    const title = { media_type: 'movie', tmdb_id: MOVIE.requested, instance_id: ids.movies }
    const { download_id } = world.radarr.startDownload(id, { duration_ms: HOUR_MS })
    look(house)
    await bob.heard('library_queue_changed')
    expect(said(bob, 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
    expect(said(bob, 'download_progress')).toEqual([{ ...title, progress: 0, status: 'downloading' }])
    expect(said(bob, 'library_queue_changed')).toEqual([
      { instance_id: ids.movies, service_type: 'movie_manager' },
    ])

    world.radarr.finishDownload(download_id)
    look(house)
    await soon(() => expect(said(bob, 'library_queue_changed')).toHaveLength(2))
    expect(said(bob, 'request_status_changed')).toEqual([
      { ...title, status: 'downloading' },
      { ...title, status: 'available' },
    ])
  })

  it('of a show is told under the show’s own id, and a better copy of what is there changes no status', async () => {
    const house = await begin()
    const { world, ids, bob } = house
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const episodes = world.sonarr.episodes(id, 1).map(one => one.id)
    const pack = world.sonarr.startDownload(id, episodes, { duration_ms: HOUR_MS })
    const movie = world.radarr.addMovie(MOVIE.with_file, { file: 'WEBDL-720p' })
    world.radarr.startDownload(movie.id, { quality: 'Bluray-1080p', duration_ms: HOUR_MS })
    look(house)
    await soon(() => expect(said(bob, 'library_queue_changed')).toHaveLength(2))
    const title = { media_type: 'tv', tmdb_id: SHOW.harbour_nine, instance_id: ids.tv }
    expect(said(bob, 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
    expect(said(bob, 'download_progress')).toContainEqual({ ...title, progress: 0, status: 'downloading' })
    expect(said(bob, 'download_progress')).toContainEqual({
      media_type: 'movie',
      tmdb_id: MOVIE.with_file,
      instance_id: ids.movies,
      progress: 0,
      status: 'available',
    })
    world.sonarr.finishDownload(pack.download_id)
    look(house)
    await soon(() => expect(said(bob, 'library_queue_changed')).toHaveLength(3))
    expect(said(bob, 'request_status_changed').at(-1)).toEqual({ ...title, status: 'available' })
  })

  it('is not told to kids outside their limits, nor to whoever does not see the library', async () => {
    const house = await begin()
    const { world, ids, bob, url, kim } = house
    const kid = await openSse(url, kim.access_token)
    world.radarr.startDownload(world.radarr.addMovie(MOVIE.above_pg_cap).id)
    world.radarr.startDownload(world.radarr.addMovie(MOVIE.in_cinemas).id)
    world.radarr4k.startDownload(world.radarr4k.addMovie(MOVIE.absent).id)
    look(house)
    await soon(() => expect(said(bob, 'request_status_changed')).toHaveLength(2))
    await soon(() => expect(said(kid, 'request_status_changed')).toHaveLength(1))
    expect(said(kid, 'request_status_changed')).toMatchObject([{ tmdb_id: MOVIE.in_cinemas }])
    const heard = [...bob.frames, ...kid.frames].map(frame => frame.data['instance_id'])
    expect(heard).not.toContain(ids.movies4k)
  })
})
