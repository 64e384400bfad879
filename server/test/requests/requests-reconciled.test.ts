import { MOVIE, status } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { LIBRARY_PARTS, type LibraryWorld } from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

async function request({ asBob }: LibraryWorld, tmdb_id: number): Promise<number> {
  const answer = await asBob('POST', '/api/requests', { media_type: 'movie', tmdb_id, title: 'A movie' })
  expect(answer.status).toBe(201)
  return answer.body.request_id
}

/** What is saved, without asking the library. */
async function savedRow({ asBob }: LibraryWorld, id: number) {
  const path = `/api/requests/delivery-status?request_id=${id}&include_live=false`
  const { status: word, delivery } = (await asBob('GET', path)).body
  return [word, delivery[0].state, delivery[0].code]
}

it('1:3, 1:4.8.8 a request takes the word of its library when somebody looks', async () => {
  const world = await buildWorld(LIBRARY_PARTS)
  const { app, radarr } = world
  const id = await request(world, MOVIE.absent)
  expect(await savedRow(world, id)).toEqual(['requested', 'complete', 'requested'])
  const record = radarr.movie(MOVIE.absent)
  if (!record) throw new Error('not delivered')
  radarr.importFile(record.id)
  app.clock.advance(MINUTE_MS)
  const [row] = (await world.asBob('GET', '/api/requests')).body
  expect(row).toMatchObject({ request_id: id, status: 'available', delivery: [{ code: 'available' }] })
  // Deleted in the library: the row says so, and the title may be asked for again.
  radarr.deleteMovie(record.id)
  app.clock.advance(MINUTE_MS)
  const path = `/api/requests/delivery-status?request_id=${id}`
  expect((await world.asBob('GET', path)).body).toMatchObject({
    status: 'unavailable',
    delivery: [{ state: 'complete', code: 'unavailable' }],
  })
  expect(await savedRow(world, id)).toEqual(['unavailable', 'complete', 'unavailable'])
  expect(await request(world, MOVIE.absent)).toBeGreaterThan(id)
})

it('1:3 a delivery that waits for what is there by now is over, and its job with it', async () => {
  const world = await buildWorld(LIBRARY_PARTS)
  const { app, radarr } = world
  radarr.faults.always('* /api/v3/*', status(503))
  const id = await request(world, MOVIE.absent)
  expect(await savedRow(world, id)).toMatchObject(['requested', 'retry', expect.any(String)])
  radarr.faults.clear()
  // Somebody put it there by hand.
  radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
  app.clock.advance(35_000)
  const answer = await world.asBob('GET', `/api/requests/delivery-status?request_id=${id}`)
  expect(answer.body).toMatchObject({
    status: 'available',
    delivery: [{ state: 'complete', code: 'available' }],
  })
  const jobs = await app.database.read.selectFrom('jobs').selectAll().where('state', '=', 'ready').execute()
  expect(jobs.filter(job => job.name.includes('deliver'))).toEqual([])
})

it('a library that cannot be read corrects nothing', async () => {
  const world = await buildWorld(LIBRARY_PARTS)
  const { app, radarr } = world
  const id = await request(world, MOVIE.absent)
  radarr.faults.always('GET /api/v3/*', status(503))
  app.clock.advance(MINUTE_MS)
  const [row] = (await world.asBob('GET', '/api/requests')).body
  expect(row).toMatchObject({ request_id: id, status_known: false, delivery: [{ code: 'requested' }] })
  expect(await savedRow(world, id)).toEqual(['requested', 'complete', 'requested'])
})
