import type { InboxEntry } from '@foyer/contract/inbox'
import { garbage, MOVIE, SHOW } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { callForDays, expectOk, setGrants } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { installHook } from '#test/library-hooks.ts'
import { managerForm } from '#test/managers.ts'
import { buildWorld, type World } from '#test/world.ts'

const PARTS = { products: ['tmdb', 'trakt', 'radarr', 'sonarr'] } as const
const entry = (kind: string, id: number) => `/api/me/watchlist/${kind}/${id}`

/** A server on which days pass, and somebody with a watchlist. */
async function begin(world: World) {
  const { app, addUser, admin, settle } = world
  const { session } = await addUser('uma')
  const asUma = callForDays(() => app, session)
  return {
    user_id: session.user.id,
    asUma,
    asAdmin: callForDays(() => app, admin),
    watch: async (path: string, body: object = {}) => expectOk(await asUma('PUT', path, body)),
    async passDays(days: number) {
      app.clock.stepWallClock(days * DAY_MS)
      await settle()
    },
    async told(): Promise<unknown[]> {
      app.clock.stepWallClock(5_000)
      await settle()
      const { entries } = expectOk(await asUma('GET', '/api/notifications/inbox?limit=100'))
      return entries.map(({ type, data, path }: InboxEntry) => ({ type, data, path }))
    },
  }
}

it('tells once that a movie is released, and a show season by season', async () => {
  const world = await buildWorld(PARTS)
  const { watch, passDays, told } = await begin(world)
  await watch(entry('movie', MOVIE.upcoming))
  await watch(entry('movie', MOVIE.with_file))
  await watch(entry('tv', SHOW.upcoming))
  await watch(entry('movie', MOVIE.in_cinemas), { tell: { released: false } })
  await passDays(29)
  expect(await told()).toEqual([])
  await passDays(2)
  const show = {
    type: 'watched_show',
    data: {
      media_type: 'tv',
      tmdb_id: SHOW.upcoming,
      title: 'The Cartographers',
      season_number: 1,
      watch: 'released',
    },
    path: `/tv/${SHOW.upcoming}`,
  }
  expect(await told()).toEqual([show])
  await passDays(15)
  const data = { media_type: 'movie', tmdb_id: MOVIE.upcoming, title: 'Tomorrow, the Sea', watch: 'released' }
  const movie = { type: 'watched_movie', data, path: `/movies/${MOVIE.upcoming}` }
  expect(await told()).toEqual([movie, show])
  await passDays(30)
  expect(await told()).toEqual([movie, show])
})

it('tells once that a book is published, by the day that its library knows, and that it arrived', async () => {
  const world = await buildWorld({ products: ['tmdb', 'trakt'], instances: ['books'] })
  const { user_id, asUma, asAdmin, watch, passDays, told } = await begin(world)
  await setGrants(asAdmin, user_id, { book_manager: [world.instance_ids.books] })
  const [listed] = world.chaptarr.catalogue.books
  if (!listed) throw new Error('the catalogue has no books')
  const { hardcover, goodreads, title } = listed
  let record_id = 0
  for (const format of ['ebook', 'audiobook'] as const) {
    record_id = world.chaptarr.addBook(hardcover, { format }).id
    world.chaptarr.rewriteBook(record_id, { releaseDate: '2026-12-01T00:00:00Z' })
  }
  await watch(`/api/me/watchlist/book/hc:${hardcover}`)
  await world.settle()
  expect(expectOk(await asUma('GET', '/api/me/watchlist')).entries).toMatchObject([
    { title, released_on: '2026-12-01' },
  ])
  await passDays(15)
  expect(await told()).toEqual([])
  await passDays(1)
  const book = { media_type: 'book', foreign_id: `hc:${hardcover}`, title, watch: 'released' }
  expect(await told()).toMatchObject([{ type: 'watched_book', data: book }])
  await passDays(30)
  expect(await told()).toHaveLength(1)

  // Its webhook names it by another provider's id (chaptarr.md, 8).
  const arrived = async (downloadId: string) => {
    const hook = await installHook(world.app, world.instance_ids.books)
    await hook({
      isUpgrade: false,
      book: { id: record_id, title, goodreadsId: `gr:${goodreads}` },
      downloadId,
    })
    world.app.clock.stepWallClock(3_600_000)
    return told()
  }
  const data = { ...book, watch: 'arrived', book_format: 'audiobook' }
  expect((await arrived('d1'))[0]).toMatchObject({ type: 'watched_book', data })
  // C8: put on the list from another list, which has an id of its own for the same work.
  expectOk(await asUma('DELETE', `/api/me/watchlist/book/hc:${hardcover}`))
  await watch(`/api/me/watchlist/book/bp:${hardcover}`)
  expect((await arrived('d2'))[0]).toMatchObject({ type: 'watched_book', data })
  // While the library does not answer, it is news as the message names it.
  world.chaptarr.faults.always('GET /api/v1/book/:id', garbage())
  const sent = { media_type: 'book', foreign_id: `gr:${goodreads}`, title }
  expect((await arrived('d3'))[0]).toMatchObject({ type: 'new_book', data: sent })
})

it('tells nobody of a hidden title, until it is shown again', async () => {
  const world = await buildWorld(PARTS)
  const { watch, passDays, told, asAdmin } = await begin(world)
  await watch(entry('movie', MOVIE.upcoming))
  await world.settle()
  const hidden = `/api/admin/hidden-titles/movie/${MOVIE.upcoming}`
  expectOk(await asAdmin('PUT', hidden))
  await passDays(46)
  expect(await told()).toEqual([])
  expectOk(await asAdmin('DELETE', hidden))
  await passDays(8)
  expect(await told()).toMatchObject([{ data: { tmdb_id: MOVIE.upcoming, watch: 'released' } }])
})

it('tells a kids account nothing about a title outside its limits', async () => {
  const world = await buildWorld(PARTS)
  const { watch, passDays, told, asAdmin, user_id } = await begin(world)
  await watch(entry('movie', MOVIE.upcoming))
  await watch(entry('tv', SHOW.upcoming))
  const person = world.catalogue.movie(MOVIE.upcoming)?.cast[0]?.person_id ?? 0
  await watch(entry('person', person))
  await world.settle()
  await setContentLimits(asAdmin, user_id)
  await passDays(46)
  // The show is within them; the movie was raised for its watcher, who is a kid by now.
  expect(await told()).toMatchObject([{ data: { tmdb_id: SHOW.upcoming } }])
  const raised = await world.app.database.read.selectFrom('alerts').select('type').execute()
  expect(raised.map(one => one.type)).toContain('watched_movie')
})

it('names a title later that its provider could not name', async () => {
  const world = await buildWorld(PARTS)
  const { asUma, watch, passDays } = await begin(world)
  world.tmdb.faults.always('GET /3/movie/:id', garbage())
  const added = await watch(entry('movie', MOVIE.no_poster))
  expect(added).toMatchObject({ title: '', title_unverified: true })
  await world.settle()
  world.tmdb.faults.clear()
  await passDays(1)
  const { title_unverified: _unverified, ...rest } = added
  const { title, release_date: released_on } = world.catalogue.movie(MOVIE.no_poster) ?? {}
  expect(expectOk(await asUma('GET', '/api/me/watchlist')).entries).toEqual([{ ...rest, title, released_on }])
})

it('tells that a title can be requested which no library could take before', async () => {
  const world = await buildWorld(PARTS)
  const { watch, passDays, told, asAdmin } = await begin(world)
  await watch(entry('movie', MOVIE.absent))
  await watch(entry('movie', MOVIE.requested), { tell: { askable: false } })
  await world.settle()
  expectOk(
    await asAdmin('POST', '/api/admin/instances', managerForm('movie_manager', 'Movies', world.radarr)),
  )
  await passDays(1)
  const [first, ...more] = await told()
  expect([first, more]).toMatchObject([
    { type: 'watched_movie', data: { tmdb_id: MOVIE.absent, watch: 'askable' } },
    [],
  ])
  await passDays(10)
  expect(await told()).toHaveLength(1)
})

it('tells watchers of an arrival in place of everybody’s alert, if they see the library', async () => {
  const world = await buildWorld({ products: ['tmdb', 'trakt'], instances: ['movies'], users: ['bob'] })
  const { watch, told, asUma } = await begin(world)
  const person = world.catalogue.movie(MOVIE.requested)?.cast[0]?.person_id ?? 0
  await watch(entry('movie', MOVIE.requested))
  await watch(entry('person', person))
  await world.settle()
  await arrive(world, MOVIE.requested)
  const movie = { media_type: 'movie', tmdb_id: MOVIE.requested }
  expect(await told()).toMatchObject([{ type: 'watched_movie', data: { ...movie, watch: 'arrived' } }])
  const others = expectOk(await world.asBob('GET', '/api/notifications/inbox')).entries
  expect(others).toMatchObject([{ type: 'new_movie', data: movie }])
  // Followed through the person alone.
  expectOk(await asUma('DELETE', entry('movie', MOVIE.requested)))
  world.app.clock.stepWallClock(3_600_000)
  await arrive(world, MOVIE.requested)
  expect(await told()).toMatchObject([{ type: 'watched_movie' }, { type: 'watched_movie' }])
})

/** As a webhook of the library reports it. */
async function arrive({ app, instance_ids, settle }: World<never, 'movies'>, tmdb_id: number): Promise<void> {
  const hook = await installHook(app, instance_ids.movies)
  await hook({ movie: { title: 'It', tmdbId: tmdb_id }, downloadId: `d${app.clock.now().getTime()}` })
  await settle()
}

it('requests the next seasons once, by the person’s own rules, and only while an admin allows it', async () => {
  const world = await buildWorld({ products: ['tmdb', 'trakt'], instances: ['series'] })
  const { asUma, asAdmin, watch, passDays } = await begin(world)
  const requested = async () =>
    expectOk(await asUma('GET', '/api/requests')).map((one: { seasons: number[] }) => one.seasons)
  expectOk(await asAdmin('PUT', '/api/admin/watchlist-settings', { next_seasons_allowed: true }))
  const added = await watch(entry('tv', SHOW.upcoming), { request_next_seasons: true })
  expect(added.request_next_seasons).toBe(true)
  await world.settle()
  expect(await requested()).toEqual([])
  expectOk(await asAdmin('PUT', '/api/admin/watchlist-settings', { next_seasons_allowed: false }))
  await passDays(24)
  expect(await requested()).toEqual([])
  expectOk(await asAdmin('PUT', '/api/admin/watchlist-settings', { next_seasons_allowed: true }))
  await passDays(1)
  expect(await requested()).toEqual([[1]])
  await passDays(20)
  expect(await requested()).toEqual([[1]])
  expect(expectOk(await asAdmin('GET', '/api/admin/watchlist-settings'))).toEqual({
    next_seasons_allowed: true,
  })
})
