import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Audience } from '#events/events.ts'
import { expectOk } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { KIDS_PARTS } from '#test/kids-titles.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
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

  it('reach it only within its limits whoever they are addressed to', async () => {
    const { app, users, ears } = await begin()
    const user_ids = [users.kim.user.id, users.uma.user.id]
    const audiences = {
      instance: { to: 'instance', instance_id: 'movies' },
      users: { to: 'users', user_ids },
      users_and_admins: { to: 'users_and_admins', user_ids },
      everyone: { to: 'everyone' },
    } satisfies Record<Exclude<Audience['to'], 'admins'>, Audience>
    const above = { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap } as const
    for (const [type, audience] of Object.entries(audiences)) {
      await app.events.publish(null, { type: `above ${type}`, data: above }, audience)
      await app.events.publish(null, { type: `about ${type}`, data: {}, about: above }, audience)
      await app.events.publish(null, { type, data: { ...above, tmdb_id: MOVIE.with_file } }, audience)
    }
    const all = Object.keys(audiences)
    await Promise.all(all.flatMap(type => [ears.kid.received(type), ears.user.received(`about ${type}`)]))
    expect(heardBy(ears.kid).toSorted()).toEqual(all.toSorted())
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

  it('about what a child requested before there were limits are not told to it, to everybody else in order', async () => {
    const { app, asAdmin, addUser, catalogue } = await buildWorld(REQUEST_PARTS)
    const url = `http://127.0.0.1:${await listen(app)}`
    const people = [await addUser('kim'), await addUser('lou')] as const
    const titles = [MOVIE.above_pg_cap, MOVIE.absent]
    const ids: number[] = []
    for (const { call, session } of people) {
      const path = `/api/admin/users/${session.user.id}/request-settings`
      expectOk(await asAdmin('PUT', path, { require_approval: true }))
      for (const tmdb_id of titles)
        ids.push(expectOk(await create(call, { media_type: 'movie', tmdb_id })).request_id)
    }
    const [kim, lou] = people
    await setContentLimits(asAdmin, kim.session.user.id)
    const ears = {
      kim: await openSse(url, kim.session.access_token),
      lou: await openSse(url, lou.session.access_token),
    }
    for (const id of ids)
      expectOk(await asAdmin('POST', `/api/admin/requests/${id}/deny`, { reason: 'Later' }))
    const heard = ({ frames }: Listener) =>
      frames.flatMap(({ type, data }) => ('title' in data ? [`${type}: ${String(data['title'])}`] : []))
    const [unfit, fit] = titles.map(id => catalogue.movie(id)?.title)
    const ofBoth = [unfit, fit].flatMap(title => [`request_updated: ${title}`, `request_decision: ${title}`])
    await expect.poll(() => heard(ears.lou)).toEqual(ofBoth)
    await expect.poll(() => heard(ears.kim)).toEqual(ofBoth.slice(2))
  })
})
