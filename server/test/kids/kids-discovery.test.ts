import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Call } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { countCalls, idsOf, rowsOf, saveDiscoverySettings } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { countRatings, isFit, KIDS_PARTS, titlesIn } from '#test/kids-titles.ts'
import { addressesOf, CATALOGUE_SURFACES } from '#test/title-addresses.ts'
import { buildWorld } from '#test/world.ts'

const NOT_AVAILABLE = { error: 'not available' }
const NOT_APPLIED = { error: 'content limits could not be applied' }
/** As the metadata provider and the list provider name them. */
const VIDEO = /youtube/i
const POPULAR = '/api/discover/movies/popular'

describe('every title surface (1:1.4, 1:4.5 kids rules 1, 6)', () => {
  it.each(['tmdb_popular', 'listsrc_trending'])(
    'shows a kid what fits and nothing else, and everybody else the provider’s bytes (%s)',
    async source => {
      const { catalogue, asKim, asUma, asAdmin } = await buildWorld(KIDS_PARTS)
      await saveDiscoverySettings(asAdmin, { source })
      let hidden = 0
      let videos = 0
      for (const { route } of CATALOGUE_SURFACES) {
        const addresses = addressesOf(route.path)
        expect([route.path, addresses.length]).not.toEqual([route.path, 0])
        for (const address of addresses) {
          const [seen, full, admins] = [
            await asKim('GET', address),
            await asUma('GET', address),
            await asAdmin('GET', address),
          ]
          expect([address, seen.status, full.status]).toEqual([address, 200, 200])
          expect(full.raw.equals(admins.raw)).toBe(true)
          const shown = titlesIn(catalogue, seen.body)
          const unfit = shown.filter(id => !isFit(catalogue, id))
          expect([address, unfit]).toEqual([address, []])
          // Nor a video, which no limits judge.
          expect([address, VIDEO.test(seen.raw.toString())]).toEqual([address, false])
          if (VIDEO.test(full.raw.toString())) videos += 1
          hidden += titlesIn(catalogue, full.body).filter(id => !isFit(catalogue, id)).length
        }
      }
      expect(hidden).toBeGreaterThan(100)
      expect(videos).toBeGreaterThan(0)
    },
  )

  it('keeps order, totals and every row that fits', async () => {
    const { catalogue, asKim, asUma } = await buildWorld(KIDS_PARTS)
    for (const path of [POPULAR, '/api/discover/tv/top-rated', '/api/search?query=a']) {
      const [seen, full] = [await asKim('GET', path), await asUma('GET', path)]
      const fit = rowsOf(full).filter(row => row.media_type === 'person' || isFit(catalogue, row.id))
      expect(idsOf(seen)).toEqual(fit.map(row => row.id))
      const { results: _, ...rest } = full.body
      expect(seen.body).toMatchObject(rest)
    }
    const trending = '/api/listsrc/trending?limit=100'
    const [seen, full] = [await asKim('GET', trending), await asUma('GET', trending)]
    const fit = titlesIn(catalogue, full.body).filter(id => isFit(catalogue, id))
    expect(titlesIn(catalogue, seen.body)).toEqual(fit)
    expect(seen.headers['x-pagination-item-count']).toBe(full.headers['x-pagination-item-count'])
  })

  it('takes a change of the limits at once, without another look at the lists', async () => {
    const { catalogue, asKim, asUma, asAdmin, users, tmdb } = await buildWorld(KIDS_PARTS)
    const strict = idsOf(await asKim('GET', POPULAR))
    await setContentLimits(asAdmin, users.kim.user.id, { max_movie_rating: 'R', blocked_movie_genres: [] })
    const wider = idsOf(await asKim('GET', POPULAR))
    expect(wider.length).toBeGreaterThan(strict.length)
    await setContentLimits(asAdmin, users.kim.user.id)
    expect(idsOf(await asKim('GET', POPULAR))).toEqual(strict)
    // The cache is the server's own, and unfiltered.
    expect(idsOf(await asUma('GET', POPULAR))).toHaveLength(20)
    expect(countCalls(tmdb, 'GET /3/movie/popular')).toBe(1)
    expect(catalogue.movies.length).toBeGreaterThan(20)
  })

  it('shows no videos of any title until an admin allows trailers, then at once', async () => {
    const { catalogue, asKim, asUma, asAdmin, users } = await buildWorld(KIDS_PARTS)
    const fit = (kind: 'movie' | 'tv', titles: readonly { id: number }[]) =>
      titles.filter(({ id }) => isFit(catalogue, id)).map(({ id }) => `/api/media/${kind}/${id}`)
    const details = [...fit('movie', catalogue.movies), ...fit('tv', catalogue.shows)]
    const videosOf = async (call: typeof asKim) => {
      const bodies = await Promise.all(details.map(async path => (await call('GET', path)).body))
      return bodies.map(body => body.videos.results.length as number)
    }
    const full = await videosOf(asUma)
    expect(full.filter(count => count > 0).length).toBeGreaterThan(5)
    expect(new Set(await videosOf(asKim))).toEqual(new Set([0]))
    await setContentLimits(asAdmin, users.kim.user.id, { trailers_allowed: true })
    expect(await videosOf(asKim)).toEqual(full)
    await setContentLimits(asAdmin, users.kim.user.id)
    expect(new Set(await videosOf(asKim))).toEqual(new Set([0]))
  })

  it('judges by any region’s scheme (C20)', async () => {
    const { catalogue, asKim, asAdmin, users } = await buildWorld(KIDS_PARTS)
    await setContentLimits(asAdmin, users.kim.user.id, {
      rating_region: 'DE',
      max_movie_rating: '6',
      max_tv_rating: '6',
      blocked_movie_genres: [],
    })
    const shown = idsOf(await asKim('GET', POPULAR))
    const fits = shown.map(id =>
      catalogue.movie(id)?.releases['DE']?.every(row => ['', '0', '6'].includes(row.certification)),
    )
    expect(shown.length).toBeGreaterThan(0)
    expect(fits).not.toContain(false)
  })
})

describe('a detail (1:4.5 kids rule 2)', () => {
  describe('outside the limits', () => {
    const world = shareAmongTests(() => buildWorld(KIDS_PARTS))

    it.each([
      ['above the cap', `movie/${MOVIE.above_pg_cap}`],
      ['adult', `movie/${MOVIE.adult}`],
      ['unrated', `movie/${MOVIE.unrated}`],
      ['above the TV cap', `tv/${SHOW.harbour_nine}`],
      ['an unrated show', `tv/${SHOW.unrated}`],
      ['who offers one above the cap', `movie/${MOVIE.above_pg_cap}/providers`],
      ['the keywords of one above the cap', `movie/${MOVIE.above_pg_cap}/keywords`],
      ['the episodes of one above the cap', `tv/${SHOW.harbour_nine}/season/1`],
    ])('is 404, for the kid alone: %s', async (_why, path) => {
      const { asKim, asUma, asAdmin } = world()
      const [seen, full, admins] = [
        await asKim('GET', `/api/media/${path}`),
        await asUma('GET', `/api/media/${path}`),
        await asAdmin('GET', `/api/media/${path}`),
      ]
      expect([seen.status, seen.body, full.status, admins.status]).toEqual([404, NOT_AVAILABLE, 200, 200])
    })
  })

  it('opens unrated titles when they are not hidden, and tells absence from limits', async () => {
    const { asKim, asAdmin, users } = await buildWorld(KIDS_PARTS)
    await setContentLimits(asAdmin, users.kim.user.id, { block_unrated: false })
    expect((await asKim('GET', `/api/media/movie/${MOVIE.unrated}`)).status).toBe(200)
    expect((await asKim('GET', `/api/media/movie/${MOVIE.adult}`)).body).toEqual(NOT_AVAILABLE)
    const absent = await asKim('GET', '/api/media/movie/1')
    expect([absent.status, absent.body.code]).toEqual([404, 'not_found'])
  })

  it('carries its ratings and saves the lookup', async () => {
    const { asKim, tmdb } = await buildWorld(KIDS_PARTS)
    const first = await asKim('GET', `/api/media/movie/${MOVIE.with_file}`)
    expect([first.status, countRatings(tmdb)]).toEqual([200, 0])
    await asKim('GET', POPULAR)
    const before = countRatings(tmdb)
    expect(before).toBeGreaterThan(0)
    await asKim('GET', `/api/media/movie/${MOVIE.above_pg_cap}`)
    expect(countRatings(tmdb)).toBe(before)
  })

  it('of an adult performer is 404, and so are their credits (C23)', async () => {
    const { catalogue, asKim, asUma } = await buildWorld(KIDS_PARTS)
    const performer = catalogue.people.find(person => person.adult)?.id
    for (const path of [`/api/media/person/${performer}/credits`, `/api/media/person/${performer}`]) {
      const [seen, full] = [await asKim('GET', path), await asUma('GET', path)]
      expect([path, seen.status, seen.body, full.status]).toEqual([path, 404, NOT_AVAILABLE, 200])
    }
  })
})

describe('genres and browsing (1:4.5 kids rules 1, 3)', () => {
  it('drops hidden genres of each kind', async () => {
    const { asKim, asUma } = await buildWorld(KIDS_PARTS)
    const genres = async (as: Call, kind: string): Promise<number[]> =>
      (await as('GET', `/api/genres/${kind}`)).body.genres.map((genre: { id: number }) => genre.id)
    expect(await genres(asKim, 'movie')).toEqual((await genres(asUma, 'movie')).filter(id => id !== 27))
    expect(await genres(asKim, 'tv')).toEqual((await genres(asUma, 'tv')).filter(id => id !== 10_765))
  })

  it('pushes the limits upstream under a question of its own', async () => {
    const { tmdb, catalogue, asKim, asUma } = await buildWorld(KIDS_PARTS)
    const path = '/api/discover/movies?sort_by=popularity.desc'
    const seen = await asKim('GET', path)
    await asUma('GET', path)
    await asKim('GET', path)
    const asked = tmdb.journal.requests('GET /3/discover/movie').map(({ query }) => query)
    expect(asked).toHaveLength(2)
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      include_adult: 'false',
      without_genres: '27',
      certification_country: 'US',
      'certification.lte': 'PG',
    })
    expect(asked[1]?.has('certification.lte')).toBe(false)
    // C22: what the provider lets through (NR ranks lowest there) is cut, so a page may lose a few.
    expect(idsOf(seen).length).toBeGreaterThan(12)
    expect(idsOf(seen).every(id => isFit(catalogue, id))).toBe(true)
  })

  it('leads to what fits by every link of a title: genre, keyword, studio, network and people', async () => {
    const { catalogue, asKim, asUma } = await buildWorld(KIDS_PARTS)
    const movie = catalogue.movie(MOVIE.above_pg_cap)
    const show = catalogue.show(SHOW.mature)
    if (!movie || !show) throw new Error('the catalogue has other titles')
    const links = (['movies', 'tv'] as const).flatMap(kind => {
      const { id, genre_ids, keyword_ids, company_ids, cast } = kind === 'movies' ? movie : show
      const shared = {
        with_genres: genre_ids[0],
        with_keywords: keyword_ids[0],
        with_companies: company_ids[0],
      }
      const own = kind === 'tv' ? { with_networks: show.network_id } : { with_people: cast[0]?.person_id }
      return Object.entries({ ...shared, ...own }).map(([name, value]) => ({
        id,
        path: `/api/discover/${kind}?${name}=${value}`,
      }))
    })
    expect(links).toHaveLength(8)
    for (const { id, path } of links) {
      const full: number[] = []
      for (let page = 1; !full.includes(id) && page < 10; page += 1)
        full.push(...idsOf(await asUma('GET', `${path}&page=${page}`)))
      expect([path, full.includes(id)]).toEqual([path, true])
      const pages = Math.ceil(full.length / 20)
      for (let page = 1; page <= pages; page += 1) {
        const seen = idsOf(await asKim('GET', `${path}&page=${page}`))
        expect([path, seen.filter(one => !isFit(catalogue, one))]).toEqual([path, []])
      }
    }
  })

  it('sends no cap where unrated movies are shown, and none for shows', async () => {
    const { tmdb, asKim, asAdmin, users } = await buildWorld(KIDS_PARTS)
    await asKim('GET', '/api/discover/tv')
    await setContentLimits(asAdmin, users.kim.user.id, { block_unrated: false })
    await asKim('GET', '/api/discover/movies')
    const [tv] = tmdb.journal.requests('GET /3/discover/tv')
    const [movie] = tmdb.journal.requests('GET /3/discover/movie')
    expect([tv?.query.get('without_genres'), tv?.query.has('certification.lte')]).toEqual(['10765', false])
    expect([movie?.query.get('without_genres'), movie?.query.has('certification.lte')]).toEqual(['27', false])
  })
})

describe('rating lookups (1:4.5 kids rule 4)', () => {
  it('cost a cold page one each for what needs it, a warm page nothing, and everybody else nothing', async () => {
    const { catalogue, asKim, asUma, tmdb } = await buildWorld(KIDS_PARTS)
    const full = idsOf(await asUma('GET', POPULAR))
    expect(countRatings(tmdb)).toBe(0)
    await asKim('GET', POPULAR)
    const needed = full.filter(id => !catalogue.movie(id)?.genre_ids.includes(27))
    expect(needed.length).toBeLessThan(20)
    expect(countRatings(tmdb)).toBe(needed.length)
    await Promise.all([asKim('GET', POPULAR), asKim('GET', POPULAR)])
    expect(countRatings(tmdb)).toBe(needed.length)
  })

  it('are shared by kids who ask at once', async () => {
    const { asKim, tmdb } = await buildWorld(KIDS_PARTS)
    await Promise.all([asKim('GET', POPULAR), asKim('GET', POPULAR), asKim('GET', POPULAR)])
    const shared = countRatings(tmdb)
    await asKim('GET', POPULAR)
    expect([shared <= 20, countRatings(tmdb)]).toEqual([true, shared])
  })
})

describe('failing closed (1:4.5 kids rule 5)', () => {
  it('answers 502 with the literal body while ratings cannot be read, and recovers', async () => {
    const { tmdb, asKim, asUma } = await buildWorld(KIDS_PARTS)
    tmdb.faults.always('GET /3/movie/:id/release_dates', status(401))
    const seen = await asKim('GET', POPULAR)
    expect([seen.status, seen.body]).toEqual([502, NOT_APPLIED])
    expect((await asUma('GET', POPULAR)).status).toBe(200)
    tmdb.faults.clear()
    expect((await asKim('GET', POPULAR)).status).toBe(200)
  })

  it('answers 503 when the policy cannot be read', async () => {
    const { app, users, asKim, asUma } = await buildWorld(KIDS_PARTS)
    await app.database.transaction(tx =>
      tx
        .updateTable('content_policies')
        .set({ blocked_movie_genres: 'not json' })
        .where('user_id', '=', users.kim.user.id)
        .execute(),
    )
    for (const path of [POPULAR, '/api/discover/movies', '/api/genres/tv', `/api/media/tv/${SHOW.running}`]) {
      const seen = await asKim('GET', path)
      expect([path, seen.status, seen.body.code]).toEqual([path, 503, 'unavailable'])
      expect((await asUma('GET', path)).status).toBe(200)
    }
  })

  it('answers 503 when the caps can no longer be ranked', async () => {
    const { app, asKim, asUma } = await buildWorld(KIDS_PARTS)
    await app.database.transaction(tx =>
      tx.updateTable('content_policies').set({ max_tv_rating: 'TV-GONE' }).execute(),
    )
    const seen = await asKim('GET', POPULAR)
    expect([seen.status, seen.body.code]).toEqual([503, 'unavailable'])
    expect((await asUma('GET', POPULAR)).status).toBe(200)
  })
})
