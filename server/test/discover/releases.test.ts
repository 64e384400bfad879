import { MOVIE } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { insertInstance } from '#test/managers.ts'
import { buildReleases, getReleases, linesOf, readReleases, titlesOf } from '#test/release-lists.ts'

describe('releases (1/I)', () => {
  it('shows all visible managers in one list, from a week back to thirty days on, by date and title', async () => {
    const { asAdmin, instance_ids } = await buildReleases()
    const { start, end, items, sources, complete } = await readReleases(asAdmin)
    expect([start, end, complete]).toEqual(['2026-11-08', '2026-12-15', true])
    expect(new Set(items.map(one => one.media_type))).toEqual(new Set(['movie', 'tv', 'music']))
    expect(linesOf({ items }).slice(0, 4)).toEqual([
      '2026-11-12 episode The Weather Office',
      '2026-11-19 episode The Weather Office',
      '2026-11-20 physical Paper Lanterns',
      '2026-11-26 physical The Patient Astronomer',
    ])
    const keys = items.map(one => `${one.date} ${one.title}`)
    expect(keys).toEqual(keys.toSorted())
    expect(sources.map(one => [one.instance_id, one.ok])).toEqual(
      expect.arrayContaining(Object.values(instance_ids).map(id => [id, true])),
    )
    expect(sources).toHaveLength(4)
  })

  it('describes each kind by what its manager knows', async () => {
    const world = await buildReleases()
    const { asAdmin, instance_ids } = world
    const { items } = await readReleases(asAdmin)
    const find = (kind: string) => items.find(one => one.kind === kind)
    expect(find('physical')).toEqual({
      media_type: 'movie',
      kind: 'physical',
      date: '2026-11-20',
      title: 'Paper Lanterns',
      tmdb_id: MOVIE.with_file,
      poster: `${world.tmdb.url}/t/p/w342${world.catalogue.movie(MOVIE.with_file)?.poster_path}`,
      monitored: true,
      status: 'available',
      instance_id: instance_ids.movies,
      instance_name: 'Movies',
    })
    expect(find('episode')).toMatchObject({
      media_type: 'tv',
      at: expect.stringMatching(/^2026-11-12T\d\d:\d\d:00\.000Z$/),
      tvdb_id: 430_002,
      tmdb_id: 800_002,
      season_number: 2,
      episode_number: 4,
      episode_title: expect.any(String),
      status: 'requested',
    })
    expect(find('album')).toMatchObject({
      media_type: 'music',
      date: '2026-11-27',
      foreign_id: expect.any(String),
      artist: expect.any(String),
      status: 'requested',
    })
  })

  it('joins the formats of a book that come out together (1/3)', async () => {
    const world = await buildReleases()
    const { asAdmin } = world
    const book = world.chaptarr.catalogue.books.find(
      one => new Set(one.editions.map(e => e.format)).size === 2,
    )
    if (!book) throw new Error('the catalogue has no book in both formats')
    world.chaptarr.addBook(book.hardcover, { format: 'ebook', file: true })
    world.chaptarr.addBook(book.hardcover, { format: 'audiobook' })
    const day = book.release_date
    const { items } = await readReleases(asAdmin, `?start=${day}&end=${day}&media_type=book`)
    const own = items.filter(one => one.foreign_id === `hc:${book.hardcover}`)
    expect(own).toMatchObject([
      {
        kind: 'book',
        date: day,
        title: book.title,
        author: book.author_name,
        status: 'partial',
        monitored: true,
      },
    ])
  })

  it('says of a title what its calendar tells: file, wanted, or neither (1/3)', async () => {
    const { asAdmin } = await buildReleases()
    const { items } = await readReleases(asAdmin, '?start=2026-11-01&end=2026-11-30&media_type=movie')
    expect(items.map(one => [one.title, one.monitored, one.status])).toEqual([
      ['The Grand Matinee', false, 'unavailable'],
      ['Paper Lanterns', true, 'available'],
      ['The Patient Astronomer', true, 'requested'],
    ])
  })

  it('refuses a date that does not exist, an end before the start, an unknown type and more than 92 days', async () => {
    const { asAdmin } = await buildReleases()
    for (const [query, field] of [
      ['start=2026-02-30', 'start'],
      ['end=tomorrow', 'end'],
      ['start=2026-11-15&end=2026-11-14', 'end'],
      ['start=2026-01-01&end=2026-04-04', 'end'],
      ['media_type=game', 'media_type'],
    ]) {
      const answer = await getReleases(asAdmin, `?${query}`)
      expect([query, ...refusal(answer)]).toEqual([query, 400, 'validation'])
      expect(Object.keys(answer.body.fields)).toEqual([field])
    }
    expect(await readReleases(asAdmin, '?start=2026-01-01&end=2026-04-03')).toMatchObject({
      start: '2026-01-01',
    })
  })

  it('resolves an explicit instance as everywhere, in the order of 0.3 (0.6, C17)', async () => {
    const { app, asAdmin, asBob, instance_ids } = await buildReleases()
    const hidden = await getReleases(asBob, `?instance_id=${instance_ids.music}&start=soon`)
    expect(refusal(hidden)).toEqual([403, 'instance_forbidden'])
    const unknown = await getReleases(asBob, '?instance_id=in_x')
    expect(unknown.raw).toEqual(hidden.raw)
    // Bob sees the movies, but not as TV.
    expect(refusal(await getReleases(asBob, `?instance_id=${instance_ids.movies}&media_type=tv`))).toEqual([
      403,
      'instance_forbidden',
    ])
    expect(refusal(await getReleases(asAdmin, '?instance_id=in_x'))).toEqual([404, 'instance_not_found'])
    expect(refusal(await getReleases(asAdmin, '?instance_id=in_x&start=soon'))).toEqual([400, 'validation'])
    await insertInstance(app, { id: 'in_t', service_type: 'transcoder' })
    expect(refusal(await getReleases(asAdmin, '?instance_id=in_t'))).toEqual([404, 'instance_not_found'])
    const own = await getReleases(asBob, `?instance_id=${instance_ids.movies}`)
    expect(own.body.sources).toMatchObject([{ instance_id: instance_ids.movies, ok: true }])
  })
})

describe('who sees which releases (0.6, 1:4.5)', () => {
  it('shows each caller the managers they see, and kids what fits their limits', async () => {
    const { asAdmin, asBob, asKim, users, instance_ids } = await buildReleases()
    const query = '?start=2026-11-15&end=2026-12-31'
    const everything = (await getReleases(asAdmin, query)).body
    expect(titlesOf(everything)).toEqual(expect.arrayContaining(['Tomorrow, the Sea', 'The Weather Office']))
    const bobs = (await getReleases(asBob, query)).body
    expect(bobs.sources.map((one: { instance_id: string }) => one.instance_id)).toEqual([
      instance_ids.movies,
      instance_ids.series,
    ])
    expect(titlesOf(bobs)).toContain('Tomorrow, the Sea')
    // PG-13 and TV-PG are above Kim's limits.
    const kims = (await getReleases(asKim, query)).body
    expect(titlesOf(kims)).toEqual(['Paper Lanterns', 'The Patient Astronomer'])
    expect(kims.complete).toBe(true)
    await setGrants(asAdmin, users.kim.user.id, { music_manager: [instance_ids.music] })
    const withMusic = (await getReleases(asKim, query)).body
    expect(new Set(withMusic.items.map((one: { kind: string }) => one.kind))).toContain('album')
  })

  it('leaves unrated and blocked titles out for kids who may not see them', async () => {
    const world = await buildReleases()
    const { asAdmin, asKim, users } = world
    world.radarr.addMovie(MOVIE.unrated)
    const query = '?start=2024-09-01&end=2024-09-30'
    const policy = (body: object) =>
      asAdmin('PUT', `/api/admin/users/${users.kim.user.id}/content-policy`, {
        max_movie_rating: 'PG',
        max_tv_rating: 'TV-G',
        ...body,
      })
    await policy({ block_unrated: true })
    expect((await getReleases(asKim, query)).body.items).toEqual([])
    expect((await getReleases(asAdmin, query)).body.items).toHaveLength(1)
    await policy({ block_unrated: true, blocked_movie_genres: [16] })
    expect(titlesOf((await getReleases(asKim)).body)).not.toContain('Paper Lanterns')
  })

  it('answers a server without managers with an empty, complete list', async () => {
    const { asAdmin, instance_ids } = await buildReleases()
    for (const id of Object.values(instance_ids)) await asAdmin('DELETE', `/api/admin/instances/${id}`)
    expect((await getReleases(asAdmin)).body).toMatchObject({ items: [], sources: [], complete: true })
  })

  it('omits a hidden type and still shows one that has a manager (R1)', async () => {
    const { asAdmin, instance_ids } = await buildReleases()
    const hide = { hidden_when_unconfigured: { movie: true, tv: true } }
    await asAdmin('PUT', '/api/admin/discovery-settings', hide)
    expect(titlesOf((await getReleases(asAdmin)).body)).toContain('Paper Lanterns')
    await asAdmin('DELETE', `/api/admin/instances/${instance_ids.movies}`)
    const left = (await getReleases(asAdmin)).body
    expect(left.items.some((one: { media_type: string }) => one.media_type === 'movie')).toBe(false)
    expect((await getReleases(asAdmin, '?media_type=movie')).body).toMatchObject({
      items: [],
      complete: true,
    })
  })
})
