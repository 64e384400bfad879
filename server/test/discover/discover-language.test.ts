import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { shareAmongTests } from '#test/engines.ts'
import { countCalls, DISCOVERY_PARTS, idsOf, rowsOf, saveDiscoverySettings } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const POPULAR = '/api/discover/movies/popular'
const GERMAN_STORY = /^Zwei Kinder folgen/
const ENGLISH_STORY = /^Two children follow/

/** An admin without a choice, a German and a French reader, and a child who reads German. */
async function begin() {
  const world = await buildWorld({ ...DISCOVERY_PARTS, users: ['gerd', 'fleur'], kids: ['kim'] })
  await world.asGerd('PUT', '/api/me/preferences', { language: 'de' })
  await world.asFleur('PUT', '/api/me/preferences', { language: 'fr' })
  await world.asKim('PUT', '/api/me/preferences', { language: 'de' })
  return world
}

const share = () => {
  const shared = shareAmongTests(begin)
  return () => {
    const world = shared()
    world.tmdb.journal.clear()
    return world
  }
}

describe('titles, stories and genres in the reader’s language (C58)', () => {
  const world = share()

  it.each([
    ['a feed', POPULAR],
    ['trending', '/api/discover/trending?time_window=week'],
    ['a search by its German title', '/api/search?query=papierlaternen'],
    ['a search among movies', '/api/search/movie?query=paper'],
    ['a browse', '/api/discover/movies?with_genres=16,10751'],
    ['the headline row', '/api/discover/movies/featured'],
  ])('%s', async (_what, path) => {
    const { asGerd, asAdmin } = world()
    const rowOf = async (as: typeof asGerd) => {
      for (let page = 1; page <= 8; page++) {
        const answer = await as('GET', `${path}${path.includes('?') ? '&' : '?'}page=${page}`)
        const row = rowsOf(answer).find(({ id }) => id === MOVIE.with_file)
        if (row) return row
      }
      return undefined
    }
    expect(await rowOf(asGerd)).toMatchObject({
      title: 'Papierlaternen',
      overview: expect.stringMatching(GERMAN_STORY),
    })
    expect(await rowOf(asAdmin)).toMatchObject({
      title: 'Paper Lanterns',
      overview: expect.stringMatching(ENGLISH_STORY),
    })
  })

  it('stored titles of a page, by one call', async () => {
    const { asGerd, asAdmin, asKim, tmdb } = world()
    const items = [
      { media_type: 'movie', tmdb_id: MOVIE.with_file },
      { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap },
      { media_type: 'movie', tmdb_id: MOVIE.with_file },
    ]
    const named = async (as: typeof asGerd, asked: object[] = items) =>
      (await as('POST', '/api/media/titles', { items: asked })).body
    const german = { media_type: 'movie', tmdb_id: MOVIE.with_file, title: 'Papierlaternen' }
    expect(await named(asGerd)).toEqual({
      language: 'de',
      items: [german, { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap, title: expect.any(String) }],
      complete: true,
    })
    tmdb.journal.clear()
    // Kept; English is what is stored; and a child is not told what it may not see.
    expect((await named(asGerd)).items).toHaveLength(2)
    expect(await named(asAdmin)).toEqual({ language: 'en', items: [], complete: true })
    expect(countCalls(tmdb, 'GET /3/movie/:id')).toBe(0)
    expect((await named(asKim)).items).toEqual([german])
    // A failing provider does not fail the answer: known titles are named, the others stay unknown.
    tmdb.faults.always('GET /3/tv/:id', status(500))
    const other = { media_type: 'tv', tmdb_id: SHOW.no_poster }
    expect(await named(asGerd, [items[0] ?? {}, other])).toEqual({
      language: 'de',
      items: [german],
      complete: false,
    })
    tmdb.faults.clear()
    expect((await asGerd('POST', '/api/media/titles', { items: [] })).status).toBe(400)
  })

  it('stored titles that are hidden, for admins only: they show them again', async () => {
    const { asGerd, asAdmin } = world()
    await asAdmin('PUT', '/api/me/preferences', { language: 'de' })
    await asAdmin('PUT', `/api/admin/hidden-titles/movie/${MOVIE.with_file}`)
    const items = [{ media_type: 'movie', tmdb_id: MOVIE.with_file }]
    const namedTo = async (as: typeof asGerd) => (await as('POST', '/api/media/titles', { items })).body.items
    expect(await namedTo(asAdmin)).toMatchObject([{ title: 'Papierlaternen' }])
    expect(await namedTo(asGerd)).toEqual([])
    await asAdmin('DELETE', `/api/admin/hidden-titles/movie/${MOVIE.with_file}`)
    await asAdmin('PUT', '/api/me/preferences', { language: '' })
  })

  it('a title’s page, with the videos of other languages', async () => {
    const { asGerd, asAdmin } = world()
    const path = `/api/media/movie/${MOVIE.with_file}`
    const { body: german } = await asGerd('GET', path)
    const { body: english } = await asAdmin('GET', path)
    expect(german.title).toBe('Papierlaternen')
    expect(german.genres).toContainEqual({ id: 10751, name: 'Familie' })
    expect(english.genres).toContainEqual({ id: 10751, name: 'Family' })
    expect(german.videos).toEqual(english.videos)
    expect(english.videos.results.length).toBeGreaterThan(0)
  })

  it('genres, each by its own name, and by the English one where a language has none', async () => {
    const { asGerd, asFleur, asAdmin } = world()
    const { body: german } = await asGerd('GET', '/api/genres/movie')
    const { body: french } = await asFleur('GET', '/api/genres/movie')
    const { body: english } = await asAdmin('GET', '/api/genres/movie')
    expect(german.genres).toContainEqual({ id: 35, name: 'Komödie' })
    expect(french).toEqual(english)
  })

  it('a region of the language too, and English for everybody who says so', async () => {
    const { asFleur, tmdb } = world()
    const path = `/api/media/tv/${SHOW.harbour_nine}`
    const titleIn = async (language: string) => {
      await asFleur('PUT', '/api/me/preferences', { language })
      return (await asFleur('GET', path)).body.name as string
    }
    expect(await titleIn('de-AT')).toBe('Hafen Neun')
    expect(await titleIn('en-US')).toBe('Harbour Nine')
    expect(await titleIn('en')).toBe('Harbour Nine')
    // The provider has a region for each way of writing Chinese, and this show in neither.
    expect(await titleIn('zh-Hans')).toBe('Harbour Nine')
    const asked = tmdb.journal.requests(`GET /3/tv/${SHOW.harbour_nine}`)
    // The missing season stories of the translation are looked for in English once.
    expect(asked.map(entry => entry.query.get('language'))).toEqual(['de-AT', 'en-US', 'zh-CN'])
    await asFleur('PUT', '/api/me/preferences', { language: 'fr' })
  })
})

describe('what nobody translated is English (C58)', () => {
  const world = share()

  it('in rows', async () => {
    const { asFleur, asAdmin } = world()
    const french = await asFleur('GET', POPULAR)
    const english = await asAdmin('GET', POPULAR)
    expect(idsOf(french)).toEqual(idsOf(english))
    expect(rowsOf(french).map(row => row['overview'])).toEqual(rowsOf(english).map(row => row['overview']))
  })

  it('in details, text by text', async () => {
    const { asGerd, tmdb } = world()
    tmdb.translate('movie', MOVIE.requested, 'de', { title: '', overview: 'Nur die Geschichte.' })
    const { body: titleless } = await asGerd('GET', `/api/media/movie/${MOVIE.requested}`)
    expect(titleless.title).toBe(titleless.original_title)
    expect(titleless.overview).toBe('Nur die Geschichte.')
    const { body: storyless } = await asGerd('GET', `/api/media/movie/${MOVIE.downloading}`)
    expect(storyless.title).toBe('Die Uhrwerk-Flut')
    expect(storyless.overview).not.toBe('')
  })

  it('in seasons and on people’s pages', async () => {
    const { asGerd, asAdmin } = world()
    for (const path of [`/api/media/tv/${SHOW.harbour_nine}/season/1`, '/api/media/person/700001']) {
      const [german, english] = [await asGerd('GET', path), await asAdmin('GET', path)]
      expect([path, german.body]).toEqual([path, english.body])
    }
  })

  it('and stays empty, not refused and not kept, while English cannot be read', async () => {
    const { asGerd, tmdb } = world()
    const path = '/api/discover/tv/top-rated'
    tmdb.faults.next('GET /3/tv/top_rated', status(200, { body: GERMAN_PAGE }), status(503))
    expect(rowsOf(await asGerd('GET', path))).toEqual(GERMAN_PAGE.results)
    expect(rowsOf(await asGerd('GET', path)).every(row => row['overview'] !== '')).toBe(true)
  })
})

const GERMAN_PAGE = {
  page: 1,
  results: [{ id: SHOW.harbour_nine, name: 'Hafen Neun', overview: '' }],
  total_pages: 1,
  total_results: 1,
}

describe('what is kept (C31, C58)', () => {
  it('is kept for each language, and counts for everybody who reads it', async () => {
    const { asGerd, asKim, asAdmin, tmdb } = await begin()
    const genres = '/api/genres/movie'
    const first = await asGerd('GET', genres)
    expect((await asGerd('GET', genres)).raw.equals(first.raw)).toBe(true)
    expect((await asKim('GET', genres)).status).toBe(200)
    expect(countCalls(tmdb, 'GET /3/genre/*')).toBe(1)
    expect((await asAdmin('GET', genres)).raw.equals(first.raw)).toBe(false)
    expect(countCalls(tmdb, 'GET /3/genre/*')).toBe(2)
  })

  it('follows a change at once, and the server’s language for those who chose none', async () => {
    const { asUma } = await buildWorld({ ...DISCOVERY_PARTS, users: ['uma'], env: { APP_LANGUAGE: 'de' } })
    const nameOf = async () => (await asUma('GET', '/api/genres/movie')).body.genres[3].name as string
    expect(await nameOf()).toBe('Komödie')
    await asUma('PUT', '/api/me/preferences', { language: 'en' })
    expect(await nameOf()).toBe('Comedy')
    await asUma('PUT', '/api/me/preferences', { language: '' })
    expect(await nameOf()).toBe('Komödie')
  })
})

describe('what never depends on it (C58)', () => {
  it('is what a child may see, and what is English', async () => {
    const { asGerd, asKim, asAdmin } = await begin()
    const paths = [POPULAR, '/api/discover/trending', '/api/search?query=the']
    const seen = async () => {
      const ids = []
      for (const path of paths) ids.push(idsOf(await asKim('GET', path)))
      return ids
    }
    const german = await seen()
    await asKim('PUT', '/api/me/preferences', { language: '' })
    expect(await seen()).toEqual(german)
    await asKim('PUT', '/api/me/preferences', { language: 'de' })
    const hidden = await asKim('GET', `/api/media/movie/${MOVIE.above_pg_cap}`)
    expect([hidden.status, hidden.body]).toEqual([404, { error: 'not available' }])

    await saveDiscoverySettings(asAdmin, { english_only: true })
    const english = rowsOf(await asGerd('GET', '/api/discover/tv/popular'))
    expect(english.length).toBeGreaterThan(0)
    expect(new Set(english.map(row => row.original_language))).toEqual(new Set(['en']))
  })

  it('is the stored title of a request', async () => {
    const { asGerd } = await buildWorld({
      ...DISCOVERY_PARTS,
      instances: ['movies'],
      users: ['gerd'],
      grants: { gerd: ['movies'] },
    })
    await asGerd('PUT', '/api/me/preferences', { language: 'de' })
    const body = { media_type: 'movie', tmdb_id: MOVIE.downloading, title: 'Die Uhrwerk-Flut' }
    await asGerd('POST', '/api/requests', body)
    const { body: rows } = await asGerd('GET', '/api/requests')
    expect(rows.map((row: { title: string }) => row.title)).toEqual(['The Clockwork Tide'])
  })
})
