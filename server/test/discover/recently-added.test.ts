import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { ENGINES } from '#test/engines.ts'
import { installHook } from '#test/library-hooks.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/discover/recently-added'
const titlesOf = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title)

describe.each(ENGINES)('what arrived lately, on %s', engine => {
  it('is listed newest first for those who see the library, a show once, and goes with the library', async () => {
    const world = await buildWorld({
      engine,
      products: ['tmdb', 'trakt'],
      instances: ['movies', 'series', 'books'],
      users: ['uma'],
    })
    const { app, asAdmin, asUma, catalogue, instance_ids, addUser } = world
    const hooks = {
      movies: await installHook(app, instance_ids.movies),
      series: await installHook(app, instance_ids.series),
      books: await installHook(app, instance_ids.books),
    }
    const movie = (tmdbId: number, more: object = {}) =>
      hooks.movies({ isUpgrade: false, movie: { title: `In the library: ${tmdbId}`, tmdbId }, ...more })
    const episode = (episodeNumber: number) =>
      hooks.series({
        isUpgrade: false,
        series: { title: 'Harbour Nine', tvdbId: HARBOUR_NINE_TVDB, tmdbId: SHOW.harbour_nine },
        episodes: [{ seasonNumber: 1, episodeNumber }],
      })
    expect((await asUma('GET', PATH)).body).toEqual({ items: [] })

    for (const arrive of [
      () => episode(1),
      () => movie(MOVIE.with_file),
      () => hooks.books({ isUpgrade: false, book: { id: 5, title: 'A Quiet Tide', goodreadsId: '77' } }),
      () => movie(MOVIE.above_pg_cap),
      () => episode(2),
      // No news: a better file of what was there.
      () => movie(MOVIE.absent, { isUpgrade: true }),
    ]) {
      app.clock.stepWallClock(1_000)
      await arrive()
    }
    const named = (id: number) => catalogue.movie(id)?.title
    const all = ['Harbour Nine', named(MOVIE.above_pg_cap), 'A Quiet Tide', named(MOVIE.with_file)]
    expect(titlesOf(await asAdmin('GET', PATH))).toEqual(all)
    expect(titlesOf(await asAdmin('GET', `${PATH}?limit=2`))).toEqual(all.slice(0, 2))
    // Without the grant, there is no book; and the poster comes from the provider.
    const { items } = (await asUma('GET', PATH)).body
    expect(items.map(({ media_type }: { media_type: string }) => media_type)).toEqual([
      'tv',
      'movie',
      'movie',
    ])
    expect(items[2]).toEqual({
      media_type: 'movie',
      tmdb_id: MOVIE.with_file,
      instance_id: instance_ids.movies,
      title: named(MOVIE.with_file),
      poster_path: catalogue.movie(MOVIE.with_file)?.poster_path,
      added_at: expect.any(String),
    })
    expect(refusal(await asUma('GET', `${PATH}?limit=0`))).toEqual([400, 'validation'])

    const { session, call } = await addUser('kim')
    await setContentLimits(asAdmin, session.user.id)
    expect(titlesOf(await call('GET', PATH))).not.toContain(named(MOVIE.above_pg_cap))
    expect(titlesOf(await call('GET', PATH))).toContain(named(MOVIE.with_file))

    const hidden = `/api/admin/hidden-titles/movie/${MOVIE.with_file}`
    expectOk(await asAdmin('PUT', hidden))
    expect(titlesOf(await asUma('GET', PATH))).not.toContain(named(MOVIE.with_file))
    expectOk(await asAdmin('DELETE', hidden))

    await asAdmin('DELETE', `/api/admin/instances/${instance_ids.books}`)
    expect(titlesOf(await asAdmin('GET', PATH))).toEqual([all[0], all[1], all[3]])
  })
})
