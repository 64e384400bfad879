import { allRoutes } from '@foyer/contract'
import { MOVIE } from '@foyer/simulators'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TITLE_SURFACES } from '#test/title-surfaces.ts'
import { type Call, expectOk, setGrants } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { reported } from '#test/issue-calls.ts'
import { installHook } from '#test/library-hooks.ts'
import { addInstance, managerForm } from '#test/managers.ts'
import { BESIDE_THE_CATALOGUE, type KnownMovie } from '#test/kids-surfaces.ts'
import { create } from '#test/request-calls.ts'
import { answersTitles, mayNameTitles, nameOf } from '#test/title-routes.ts'
import { buildWorld } from '#test/world.ts'

const inCatalogue = new Map(TITLE_SURFACES.map(surface => [nameOf(surface.route), surface.passes]))

describe('the table of title surfaces (1:1.4)', () => {
  const suspects = allRoutes.filter(mayNameTitles).map(nameOf)

  it('has every route that may name a movie or show to a kid', () => {
    expect(suspects.length).toBeGreaterThan(30)
    const missing = suspects.filter(name => !inCatalogue.has(name) && !(name in BESIDE_THE_CATALOGUE))
    expect(missing).toEqual([])
    const known = new Set(allRoutes.map(nameOf))
    expect(Object.keys(BESIDE_THE_CATALOGUE).filter(name => !known.has(name))).toEqual([])
  })

  it('is told by tests that are there and have a kids account', () => {
    const files = new Set(
      Object.values(BESIDE_THE_CATALOGUE).flatMap(row => (typeof row === 'string' ? [] : row.told_in)),
    )
    const silent = [...files].filter(
      file => !/kids|limits/i.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
    )
    expect(silent).toEqual([])
  })

  it('lets no answer of titles past the filter: pages, details and entries of titles each pass one of its methods', () => {
    const unfiltered = TITLE_SURFACES.filter(({ passes }) => passes.length === 0).map(({ route }) => route)
    const named = unfiltered.filter(({ response }) => answersTitles(response))
    // Its shape is that of a list, which it never has.
    expect(named.map(nameOf)).toEqual(['GET /api/listsrc/recommendations'])
  })
})

/** Within the limits of the tests, and above them. Both come out around today. */
const FIT = MOVIE.with_file
const UNFIT = MOVIE.upcoming

/** Uma and Kim each wanted, follow and reported both movies, which then arrived. After that Kim became a kid. */
async function fill() {
  const world = await buildWorld({
    products: ['tmdb', 'trakt', 'jellyfin'],
    instances: ['movies'],
    users: ['uma', 'kim'],
  })
  const { app, admin, asAdmin, users, catalogue, radarr, jellyfin, instance_ids, settle } = world
  const { movies } = instance_ids
  const form = managerForm('account_server_a', 'Den', jellyfin)
  const server_config = { public_address: 'https://den.example/' }
  const den = (await addInstance(app, admin.access_token, { ...form, server_config })).id

  async function involve(as: Call, user_id: number, account: string): Promise<Map<number, KnownMovie>> {
    await setGrants(asAdmin, user_id, { account_server_a: [den] })
    const remote = jellyfin.accounts.named(account)
    if (remote) remote.policy['EnableAllFolders'] = true
    const link = `/api/admin/users/${user_id}/media-servers/${den}/account`
    expectOk(await asAdmin('PUT', link, { remote_user_id: remote?.id }))
    const known = new Map<number, KnownMovie>()
    for (const tmdb_id of [FIT, UNFIT]) {
      const movie = { media_type: 'movie', tmdb_id } as const
      const title = catalogue.movie(tmdb_id)?.title ?? ''
      expectOk(await as('PUT', `/api/me/watchlist/movie/${tmdb_id}`, {}))
      const { request_id } = expectOk(await create(as, movie))
      const issue_id = await reported(as, { ...movie, instance_id: movies, title })
      const query = new URLSearchParams({ ...movie, tmdb_id: String(tmdb_id), title }).toString()
      known.set(tmdb_id, { movie, query, title, movies, request_id, issue_id })
      jellyfin.library.addMovie(tmdb_id)
    }
    return known
  }
  const known = {
    uma: await involve(world.asUma, users.uma.user.id, 'ellen'),
    kim: await involve(world.asKim, users.kim.user.id, 'kids'),
  }
  const arrive = await installHook(app, movies)
  for (const tmdb_id of [FIT, UNFIT]) {
    radarr.addMovie(tmdb_id, { file: 'WEBDL-1080p' })
    await arrive({ isUpgrade: false, movie: { title: catalogue.movie(tmdb_id)?.title, tmdbId: tmdb_id } })
  }
  await settle()
  // What arrives together is told together, a moment later.
  app.clock.stepWallClock(5_000)
  await settle()
  await setContentLimits(asAdmin, users.kim.user.id)
  return { ...world, known }
}

it('on every surface beside the catalogue, a kid finds what fits and no trace of what does not (1:1.4)', async () => {
  const { asUma, asKim, known } = await fill()
  const rows = Object.entries(BESIDE_THE_CATALOGUE).flatMap(([name, row]) =>
    typeof row === 'string' ? [] : [{ name, ask: row.ask }],
  )
  // Streams, the file of a feed, and the files of a library that this server cannot reach have tests of their own.
  const unread = rows.filter(({ name, ask }) => !ask && name.startsWith('GET')).map(({ name }) => name)
  expect(unread).toEqual([
    'GET /api/calendar/{file}',
    'GET /api/events',
    'GET /api/ws',
    'GET /api/media-files/download/{ticket}',
    'GET /api/media-files/titles',
  ])
  let videos = 0
  for (const { name, ask } of rows) {
    if (!ask) continue
    const answerTo = async (as: Call, of: KnownMovie | undefined) => {
      if (!of) throw new Error('everybody knows both')
      const { status, raw } = await as(...ask(of))
      const text = raw.toString()
      const has_video = /youtube/i.test(text)
      if (as === asUma && has_video) videos += 1
      // No rating covers a video.
      if (as === asKim) expect([name, has_video]).toEqual([name, false])
      return {
        is_given: status === 200,
        names_it: text.includes(of.title) || text.includes(String(of.movie.tmdb_id)),
      }
    }
    const full = await answerTo(asUma, known.uma.get(UNFIT))
    const cut = await answerTo(asKim, known.kim.get(UNFIT))
    expect([name, full.is_given, cut.names_it]).toEqual([name, true, false])
    // Where the answer does not repeat the title, there is no answer.
    if (!full.names_it) expect([name, cut.is_given]).toEqual([name, false])
    expect([name, await answerTo(asKim, known.kim.get(FIT))]).toEqual([
      name,
      await answerTo(asUma, known.uma.get(FIT)),
    ])
  }
  expect(videos).toBeGreaterThan(0)
})
