import { HARBOUR_NINE_TVDB, MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
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

describe.each(ENGINES)('the row of a kids account, on %s', engine => {
  const shared = shareAmongTests(() =>
    buildWorld({
      engine,
      products: ['tmdb', 'trakt'],
      instances: ['movies', 'series'],
      users: ['uma'],
      kids: ['kim'],
    }),
  )
  const PAGE = 3 * 2
  const unjudged = (at: number) => ({
    media_type: 'tv' as const,
    tmdb_id: null,
    title_key: `tv:unknown-${at}`,
    title: `Unknown ${at}`,
  })
  const movie = (tmdb_id: number) => ({
    media_type: 'movie' as const,
    tmdb_id,
    title_key: `movie:${tmdb_id}`,
    title: `Movie ${tmdb_id}`,
  })

  /** The first is the newest. */
  async function arrive(additions: readonly (ReturnType<typeof unjudged> | ReturnType<typeof movie>)[]) {
    const { app, instance_ids } = shared()
    const now = app.clock.now().getTime()
    await app.database.transaction(async tx => {
      await tx.deleteFrom('recent_additions').execute()
      for (const [at, addition] of additions.entries()) {
        const { movies, series } = instance_ids
        const instance_id = addition.media_type === 'movie' ? movies : series
        const added_at = new Date(now - at * 1_000).toISOString()
        await tx
          .insertInto('recent_additions')
          .values({ ...addition, instance_id, foreign_id: null, added_at })
          .execute()
      }
    })
  }
  const many = (count: number) => Array.from({ length: count }, (_, at) => unjudged(at))

  it('is filled from further back when the newest are not for them', async () => {
    const { asUma, asKim, catalogue } = shared()
    const fit = [MOVIE.with_file, MOVIE.absent, MOVIE.requested]
    await arrive([
      ...many(2 * PAGE + 1),
      movie(MOVIE.above_pg_cap),
      movie(MOVIE.with_file),
      ...many(2 * PAGE + 4).slice(2 * PAGE + 1),
      movie(MOVIE.absent),
      movie(MOVIE.requested),
    ])
    const named = fit.map(id => catalogue.movie(id)?.title)
    expect(titlesOf(await asKim('GET', `${PATH}?limit=2`))).toEqual(named.slice(0, 2))
    expect(titlesOf(await asKim('GET', `${PATH}?limit=20`))).toEqual(named)
    expect(titlesOf(await asUma('GET', `${PATH}?limit=2`))).toEqual(['Unknown 0', 'Unknown 1'])
  })

  it('has what there is when everything is read, and reads no more than five pages', async () => {
    const { asUma, asKim, catalogue } = shared()
    const title = catalogue.movie(MOVIE.with_file)?.title
    await arrive([...many(5 * PAGE - 1), movie(MOVIE.with_file), movie(MOVIE.absent)])
    expect(titlesOf(await asKim('GET', `${PATH}?limit=2`))).toEqual([title])
    await arrive([...many(5 * PAGE), movie(MOVIE.with_file)])
    expect(titlesOf(await asKim('GET', `${PATH}?limit=2`))).toEqual([])
    expect(titlesOf(await asKim('GET', `${PATH}?limit=20`))).toEqual([title])
    await arrive(many(PAGE))
    expect(titlesOf(await asKim('GET', `${PATH}?limit=2`))).toEqual([])
    expect(titlesOf(await asUma('GET', `${PATH}?limit=2`))).toHaveLength(2)
  })
})
