import { dropBefore, MOVIE, SHOW } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import { refusal } from '#test/calls.ts'
import { create, REQUEST_PARTS, spent } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const SECOND = 1000

it('what people ask for reaches the libraries, and they can follow, retry and cancel it (1:3, 1:4.8)', async () => {
  const { app, asUma, asAdmin, addUser, settle, radarr, sonarr } = await buildWorld(REQUEST_PARTS)
  const delivery = async (id: number) =>
    (await asUma('GET', `/api/requests/delivery-status?request_id=${id}&include_live=false`)).body.delivery[0]
  await asAdmin('PUT', '/api/admin/request-settings', { default_quality_movie: 5, default_quality_tv: 6 })

  // Movies take the default quality of whoever asked, and the page knows at once.
  const movie = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })).body
  expect(movie.delivery).toMatchObject([{ state: 'complete', code: 'requested', attempts: 1 }])
  expect(radarr.movie(MOVIE.absent)).toMatchObject({ quality_profile_id: 5 })
  const seen = await asUma('GET', `/api/requests/${MOVIE.absent}/status?media_type=movie`)
  expect(seen.body).toMatchObject({ status: 'requested', status_known: true })

  // Shows go by their match: two seasons of one, the pilot of another.
  const show = (await create(asUma, { media_type: 'tv', tmdb_id: SHOW.with_specials, seasons: [1, 2] })).body
  const pilot = (await create(asUma, { media_type: 'tv', tmdb_id: SHOW.running, season_scope: 'pilot' })).body
  await settle()
  expect(await delivery(show.request_id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(await delivery(pilot.request_id)).toMatchObject({ state: 'retry', code: 'tv_metadata_refresh' })
  app.clock.advance(11 * SECOND)
  await settle()
  await settle()
  expect(await delivery(pilot.request_id)).toMatchObject({ state: 'complete', code: 'requested' })
  const wanted = (tvdb: number) =>
    sonarr
      .oneSeries(tvdb)
      ?.episodes.filter(one => one.monitored)
      .map(one => one.season_number)
  expect(wanted(430_005)).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2])
  expect(wanted(430_002)).toEqual([1])
  expect(sonarr.oneSeries(430_005)).toMatchObject({ quality_profile_id: 6 })

  // A library that does not answer: it is told, it waits, and cancelling what never began costs nothing.
  radarr.faults.always('*', dropBefore())
  const stuck = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.upcoming })).body
  expect(stuck.delivery).toMatchObject([
    { state: 'retry', code: 'service_unavailable', attempts: 1, park_reason: 'delivery', can_cancel: true },
  ])
  expect(stuck.status).toBe('requested')
  const units = await spent(asUma, 'movie')
  const { call: asBob } = await addUser('bob')
  const action = (as: typeof asUma, what: string) =>
    as('POST', `/api/requests/${stuck.request_id}/delivery`, { action: what })
  expect(refusal(await action(asBob, 'retry'))).toEqual([404, 'not_found'])
  expect((await action(asUma, 'retry')).body.delivery).toMatchObject([{ attempts: expect.any(Number) }])
  await settle()
  expect((await action(asUma, 'cancel')).body.delivery).toMatchObject([{ state: 'cancelled' }])
  expect(await spent(asUma, 'movie')).toBe(units - 1)
  expect(refusal(await action(asUma, 'retry'))).toEqual([409, 'invalid_delivery_state'])

  // The instance goes while something waits for it.
  const orphan = (await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.in_cinemas })).body
  await asAdmin('DELETE', `/api/admin/instances/${orphan.instance_id}`)
  app.clock.advance(2 * MINUTE_MS)
  await settle()
  expect(await delivery(orphan.request_id)).toMatchObject({ state: 'attention', code: 'instance_missing' })
})
