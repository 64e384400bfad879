import { garbage, HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { POLICY } from '#test/content-limits.ts'
import { ISSUE_PARTS, issueOf, listOf, report, reported } from '#test/issue-calls.ts'
import { buildWorld } from '#test/world.ts'

const PARTS = { ...ISSUE_PARTS, instances: ['movies', 'series'], grants: {} } as const
const NOT_AVAILABLE = [404, { error: 'not available' }]

it('a kids account reports what it may see, and nothing else exists (C9)', async () => {
  const { asKim, tmdb, instance_ids } = await buildWorld(PARTS)
  const movie = { instance_id: instance_ids.movies, media_type: 'movie' }
  const show = { instance_id: instance_ids.series, media_type: 'tv' }
  const answerTo = async (body: object) => {
    const answer = await report(asKim, body)
    return [answer.status, answer.body]
  }
  expect(await answerTo({ ...movie, tmdb_id: MOVIE.above_pg_cap, title: 'Bears' })).toEqual(NOT_AVAILABLE)
  expect(await answerTo({ ...movie, tmdb_id: 999_999_999 })).toEqual(NOT_AVAILABLE)
  expect(await answerTo({ ...show, tmdb_id: SHOW.mature, season_number: 1 })).toEqual(NOT_AVAILABLE)
  // A series that matches no known show cannot be checked.
  expect(await answerTo({ ...show, tvdb_id: 123_456 })).toEqual(NOT_AVAILABLE)
  expect((await answerTo({ ...movie, tmdb_id: MOVIE.with_file }))[0]).toBe(201)
  // 0.6: what is forbidden comes before what is unfit.
  const wrong = { ...movie, tmdb_id: MOVIE.above_pg_cap, instance_id: 'in_none' }
  expect(refusal(await report(asKim, wrong))).toEqual([403, 'instance_forbidden'])
  // What cannot be judged is not let through.
  tmdb.faults.always('GET /3/*', garbage())
  expect(refusal(await report(asKim, { ...movie, tmdb_id: MOVIE.in_cinemas }))).toEqual([503, 'unavailable'])
})

it('nothing is smuggled in beside an allowed show', async () => {
  const { asUma, asKim, asAdmin, users, instance_ids } = await buildWorld(PARTS)
  const show = { instance_id: instance_ids.series, media_type: 'tv' }
  // Looking at a show stores its match.
  await asUma('GET', `/api/requests/status?media_type=tv&tmdb_id=${SHOW.harbour_nine}`)
  const beside = { ...show, tmdb_id: SHOW.running, tvdb_id: HARBOUR_NINE_TVDB }
  const own = await reported(asUma, beside)
  expect((await issueOf(asUma, own)).issue).toMatchObject({ tvdb_id: HARBOUR_NINE_TVDB })
  const kims = await reported(asKim, beside)
  expect((await issueOf(asKim, kims)).issue).not.toHaveProperty('tvdb_id')

  // Limits that are set later hide what was reported before, and its notices with it.
  const mature = await reported(asUma, { ...show, tmdb_id: SHOW.mature })
  const unmatched = await reported(asUma, { ...show, tvdb_id: 99 })
  const fit = await reported(asUma, {
    instance_id: instance_ids.movies,
    media_type: 'movie',
    tmdb_id: MOVIE.with_file,
  })
  expectOk(await asAdmin('POST', `/api/issues/${mature}/reply`, { body: 'Which one?' }))
  expectOk(await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/content-policy`, POLICY))
  const left = (await listOf(asUma)).map(({ id }: { id: number }) => id)
  expect(left).toContain(fit)
  expect(left).not.toContain(mature)
  expect(left).not.toContain(unmatched)
  for (const id of [mature, unmatched]) {
    const calls: [string, string, object?][] = [
      ['GET', `/api/issues/${id}`],
      ['POST', `/api/issues/${id}/reply`, { body: 'Hello?' }],
      ['POST', `/api/issues/${id}/confirm-fixed`],
    ]
    for (const [method, path, body] of calls) {
      const refused = await asUma(method, path, body)
      expect([path, refused.status, refused.body]).toEqual([path, ...NOT_AVAILABLE])
    }
  }
  expect((await asUma('GET', '/api/notifications/inbox')).body.entries).toEqual([])
})
