import { garbage, MOVIE, SHOW } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const NOT_AVAILABLE = { error: 'not available' }

it('a kids account asks for what it may see, with approval, and sees nothing else (1:4.6, C9, 1/4.7)', async () => {
  const { asAdmin, addUser, tmdb, instance_ids } = await buildWorld(REQUEST_PARTS)
  const { session: kim, call: asKim } = await addUser('kim')
  const fit = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
  const unfit = { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap } as const
  // Asked for before there were limits.
  expect((await create(asKim, unfit)).status).toBe(201)
  const path = `/api/admin/users/${kim.user.id}/content-policy`
  expect((await asAdmin('PUT', path, POLICY)).status).toBe(200)

  for (const where of ['/api/requests', '/api/requests/preview']) {
    for (const wish of [unfit, { media_type: 'tv', tmdb_id: SHOW.mature }]) {
      const answer = await asKim('POST', where, wish)
      expect([where, answer.status, answer.body]).toEqual([where, 404, NOT_AVAILABLE])
    }
  }
  expect((await asKim('GET', '/api/requests')).body).toEqual([])
  const saved = await asKim('GET', '/api/requests/delivery-status?request_id=1&include_live=false')
  expect([saved.status, saved.body]).toEqual([404, NOT_AVAILABLE])
  const acted = await asKim('POST', '/api/requests/1/delivery', { action: 'cancel' })
  expect([acted.status, acted.body]).toEqual([404, NOT_AVAILABLE])

  expect((await create(asKim, fit)).body).toMatchObject({ status: 'pending' })
  expect((await asKim('GET', '/api/requests')).body).toMatchObject([{ tmdb_id: MOVIE.absent }])
  // On behalf of a kid the kid's limits count, not the admin's.
  const forKim = await create(asAdmin, { ...unfit, on_behalf_of: kim.user.id })
  expect([forKim.status, forKim.body]).toEqual([404, NOT_AVAILABLE])
  // 0.6: what is forbidden comes before what is unfit.
  expect(refusal(await create(asKim, { ...unfit, instance_id: instance_ids.series }))).toEqual([
    403,
    'instance_forbidden',
  ])

  // What cannot be judged is not let through: 503.
  tmdb.faults.always('GET /3/*', garbage())
  const later = await create(asKim, { media_type: 'movie', tmdb_id: MOVIE.in_cinemas })
  expect(refusal(later)).toEqual([503, 'unavailable'])
})
