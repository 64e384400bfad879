import { MOVIE, SHOW } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

it('a request for an unreleased title shows the release date of its library, and none once the title is there', async () => {
  const { app, radarr, asUma, settle } = await buildWorld(REQUEST_PARTS)
  const newest = async () => (await asUma('GET', '/api/requests')).body[0]
  await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.upcoming })
  const { releases } = await newest()
  const answer = await asUma('GET', `/api/requests/${MOVIE.upcoming}/status?media_type=movie`)
  expect(releases.digital ?? releases.in_cinemas).toMatch(/^2026-1[12]|^2027/)
  expect(releases).toEqual(answer.body.releases)

  await create(asUma, { media_type: 'tv', tmdb_id: SHOW.upcoming, season_scope: 'all' })
  await settle()
  app.clock.advance(60_000)
  await settle()
  const show = await newest()
  expect(show).toMatchObject({ media_type: 'tv', status: 'requested' })
  expect(show.releases).toEqual({ next_airing: expect.stringMatching(/^2026-12-/) })

  // A part of it has aired: the missing part is searched for, even if more is still to come.
  await create(asUma, { media_type: 'tv', tmdb_id: SHOW.running, seasons: [2] })
  await settle()
  expect(await newest()).not.toHaveProperty('releases')

  radarr.importFile(radarr.movie(MOVIE.upcoming)?.id ?? 0)
  app.clock.advance(60_000)
  const rows = (await asUma('GET', '/api/requests')).body
  expect(rows.at(-1)).toMatchObject({ status: 'available' })
  expect(rows.at(-1)).not.toHaveProperty('releases')
})
