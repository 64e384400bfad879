import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { KIDS_PARTS } from '#test/kids-titles.ts'
import { insertInstance } from '#test/managers.ts'
import { listen } from '#test/sockets.ts'
import { type Listener, openSse } from '#test/streams.ts'
import { buildWorld } from '#test/world.ts'

async function begin() {
  const world = await buildWorld(KIDS_PARTS)
  await insertInstance(world.app, { id: 'movies', service_type: 'movie_manager' })
  await insertInstance(world.app, { id: 'series', service_type: 'tv_manager' })
  const url = `http://127.0.0.1:${await listen(world.app)}`
  const kid = await openSse(url, world.users.kim.access_token)
  const user = await openSse(url, world.users.uma.access_token)
  const publish = (type: string, data: Record<string, unknown>) =>
    world.app.events.publish(
      null,
      { type, data },
      { to: 'instance', instance_id: data['media_type'] === 'tv' ? 'series' : 'movies' },
    )
  return { ...world, ears: { kid, user }, publish }
}

const heardBy = (listener: Listener) =>
  listener.frames.filter(frame => frame.type !== 'hello').map(frame => frame.type)

describe('events about titles (1/6)', () => {
  it('reach a kids account only for titles within its limits', async () => {
    const { ears, publish } = await begin()
    await publish('above', { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap, status: 'available' })
    await publish('adult', { media_type: 'movie', tmdb_id: MOVIE.adult, status: 'available' })
    await publish('mature', { media_type: 'tv', tmdb_id: SHOW.mature, status: 'available' })
    await publish('nameless', { media_type: 'tv', status: 'available' })
    await publish('fit', { media_type: 'movie', tmdb_id: MOVIE.with_file, status: 'available' })
    await publish('queue', { instance_id: 'movies', service_type: 'movie_manager' })
    await Promise.all([ears.kid.received('fit'), ears.kid.received('queue'), ears.user.received('queue')])
    expect(new Set(heardBy(ears.kid))).toEqual(new Set(['fit', 'queue']))
    const everything = ['above', 'adult', 'mature', 'nameless', 'fit', 'queue']
    await Promise.all(everything.map(type => ears.user.received(type)))
  })

  it('do not reach a kids account while the title cannot be checked, and reach everybody else at once', async () => {
    const { tmdb, ears, publish } = await begin()
    tmdb.faults.always(`GET /3/movie/${MOVIE.with_file}`, status(401))
    await publish('unjudged', { media_type: 'movie', tmdb_id: MOVIE.with_file, status: 'available' })
    await ears.user.received('unjudged')
    await publish('fit', { media_type: 'movie', tmdb_id: MOVIE.in_cinemas, status: 'available' })
    await ears.kid.received('fit')
    expect(heardBy(ears.kid)).toEqual(['fit'])
  })
})
