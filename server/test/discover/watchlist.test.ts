import { MOVIE, SHOW, garbage, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { expectOk, refusal } from '#test/calls.ts'
import { setContentLimits } from '#test/content-limits.ts'
import { shareAmongTests } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { buildWorld } from '#test/world.ts'

const EVERYTHING = { askable: true, released: true, arrived: true }
const NOT_AVAILABLE = { error: 'not available' }
const entry = (kind: string, id: number | string) => `/api/me/watchlist/${kind}/${id}`

describe('a watchlist', () => {
  const shared = shareAmongTests(() =>
    buildWorld({
      products: ['tmdb', 'trakt', 'musicbrainz'],
      instances: ['movies', 'series', 'books'],
      users: ['uma'],
    }),
  )

  it('names titles as the provider does, and keeps what is not said again', async () => {
    const { asUma, catalogue } = shared()
    const movie = catalogue.movie(MOVIE.upcoming)
    const added = await asUma('PUT', entry('movie', MOVIE.upcoming), { title: 'A lie' })
    expect(added.body).toEqual({
      kind: 'movie',
      id: String(MOVIE.upcoming),
      title: movie?.title,
      poster_path: movie?.poster_path,
      released_on: movie?.release_date,
      tell: EVERYTHING,
      added_at: expect.any(String),
    })
    const changed = await asUma('PUT', entry('movie', MOVIE.upcoming), { tell: { arrived: false } })
    expect(changed.body).toEqual({ ...added.body, tell: { ...EVERYTHING, arrived: false } })
    const again = await asUma('PUT', entry('movie', MOVIE.upcoming), {})
    expect(again.body).toEqual(changed.body)
    expect((await asUma('GET', '/api/me/watchlist')).body).toEqual({
      entries: [changed.body],
      next: null,
      next_seasons_allowed: false,
    })
    expect(expectOk(await asUma('DELETE', entry('movie', MOVIE.upcoming)))).toEqual({ status: 'deleted' })
    expect(expectOk(await asUma('DELETE', entry('movie', MOVIE.upcoming)))).toEqual({ status: 'deleted' })
    expect((await asUma('GET', '/api/me/watchlist/keys')).body).toEqual({ keys: [] })
  })

  it('comes in pages, of one kind or of all', async () => {
    const { addUser, catalogue } = shared()
    const { call } = await addUser('pia')
    const person = catalogue.movie(MOVIE.with_file)?.cast[0]?.person_id ?? 0
    for (const [kind, id] of [
      ['movie', MOVIE.with_file],
      ['tv', SHOW.running],
      ['person', person],
      ['movie', MOVIE.absent],
    ] as const) {
      expectOk(await call('PUT', entry(kind, id), {}))
    }
    const first = (await call('GET', '/api/me/watchlist?limit=3')).body
    expect(first.entries.map((one: { kind: string }) => one.kind)).toEqual(['movie', 'person', 'tv'])
    const rest = (await call('GET', `/api/me/watchlist?limit=3&before=${first.next}`)).body
    expect([rest.entries.map((one: { id: string }) => one.id), rest.next]).toEqual([
      [String(MOVIE.with_file)],
      null,
    ])
    const people = (await call('GET', '/api/me/watchlist?kind=person')).body
    expect(people.entries).toMatchObject([{ id: String(person), title: catalogue.person(person)?.name }])
    expect((await call('GET', '/api/me/watchlist/keys')).body).toEqual({
      keys: [`movie:${MOVIE.absent}`, `person:${person}`, `tv:${SHOW.running}`, `movie:${MOVIE.with_file}`],
    })
  })

  it('takes albums, artists and what a book library knows, in the library of the person', async () => {
    const { app, asAdmin, asUma, musicbrainz, chaptarr, instance_ids } = shared()
    const album = musicbrainz.music.addGroup({ title: 'Small Hours' })
    const added = await asAdmin('PUT', entry('album', album.id), {})
    expect(added.body).toMatchObject({ title: 'Small Hours' })
    // The watch takes its turn at a provider that allows one call a second.
    await eventually(async () => {
      app.clock.advance(1_000)
      const items = app.database.read.selectFrom('watched_items').select('read_at')
      expect(await items.where('kind', '=', 'album').execute()).toEqual([{ read_at: expect.any(String) }])
    })
    const book = chaptarr.catalogue.books[0]
    const { foreign_book_id, author_foreign_id } = await inLibrary(book?.hardcover ?? 0)
    const saved = await asAdmin('PUT', entry('book', encodeURIComponent(foreign_book_id)), {
      title: book?.title,
    })
    expect(saved.body).toMatchObject({ instance_id: instance_ids.books, title: book?.title })
    // C8: the same work from a list.
    const listed_id = foreign_book_id.replace('hc:', 'bp:')
    const wish = { tell: { arrived: false } }
    const again = await asAdmin('PUT', entry('book', listed_id), wish)
    expect(again.body).toEqual({ ...saved.body, id: listed_id, tell: { ...EVERYTHING, arrived: false } })
    const books = async () => expectOk(await asAdmin('GET', '/api/me/watchlist?kind=book')).entries
    expect(await books()).toMatchObject([{ id: foreign_book_id, tell: { arrived: false } }])
    expect(expectOk(await asAdmin('GET', '/api/me/watchlist/keys')).keys).toEqual([
      `book:${foreign_book_id}`,
      `book:${listed_id}`,
      `album:${album.id}`,
    ])
    expectOk(await asAdmin('DELETE', entry('book', listed_id)))
    expect(await books()).toEqual([])
    const author = await asAdmin('PUT', entry('author', encodeURIComponent(author_foreign_id)), {})
    expect([author.status, typeof author.body.title]).toEqual([200, 'string'])
    expect(refusal(await asUma('PUT', entry('book', '1'), {}))).toEqual([403, 'no_grant'])
    // The music catalogue is for people with a music library (1:4.3); there is none.
    const asked = musicbrainz.journal.requests('GET /*').length
    expect(refusal(await asUma('PUT', entry('album', album.id), {}))).toEqual([403, 'no_grant'])
    expect(musicbrainz.journal.requests('GET /*')).toHaveLength(asked)
    const unknown = await asAdmin('PUT', entry('author', 'nobody'), {})
    expect(refusal(unknown)).toEqual([404, 'not_found'])

    async function inLibrary(hardcover: number) {
      chaptarr.addBook(hardcover)
      const { body } = await asAdmin('GET', '/api/requests/book-library')
      return body.titles.find((one: { title: string }) => one.title === book?.title)
    }
  })

  it('takes a book that nobody knows only from a list, or while its library cannot say so', async () => {
    const { asAdmin, chaptarr } = shared()
    const put = (id: string) => asAdmin('PUT', entry('book', id), { title: 'A guess' })
    expect(refusal(await put('hc:999997'))).toEqual([404, 'not_found'])
    // C8: lists have books that the manager has not heard of yet.
    expect(expectOk(await put('bp:999998'))).toMatchObject({ title: 'A guess', title_unverified: true })
    chaptarr.faults.always('GET /api/v1/book/lookup', status(503))
    expect(expectOk(await put('hc:999999'))).toMatchObject({ title: 'A guess', title_unverified: true })
    chaptarr.faults.clear()
    for (const id of ['bp:999998', 'hc:999999']) expectOk(await asAdmin('DELETE', entry('book', id)))
  })

  it('refuses what is not there, not an id, or not allowed', async () => {
    const { asUma } = shared()
    expect(refusal(await asUma('PUT', entry('movie', 999_999_999), {}))).toEqual([404, 'not_found'])
    for (const [kind, id] of [
      ['movie', 'one'],
      ['album', '1'],
      ['tv', '2147483648'],
      ['show', '1'],
    ] as const) {
      expect(refusal(await asUma('PUT', entry(kind, id), {}))).toEqual([400, 'validation'])
    }
    const wish = { request_next_seasons: true }
    expect(refusal(await asUma('PUT', entry('movie', MOVIE.absent), wish))).toEqual([400, 'validation'])
    expect(refusal(await asUma('PUT', entry('tv', SHOW.running), wish))).toEqual([403, 'choice_not_allowed'])
    expect(refusal(await asUma('PUT', entry('tv', SHOW.running), { other: 1 }))).toEqual([400, 'validation'])
  })

  it('has room for a thousand entries', async () => {
    const { addUser, app } = shared()
    const { session, call } = await addUser('max')
    const at = app.clock.now().toISOString()
    const fixed = { instance_id: '', tell_askable: 0, tell_released: 0, tell_arrived: 0 } as const
    const more = { request_next_seasons: 0, seasons_after: null, askable: 'unknown', added_at: at } as const
    await app.database.transaction(async tx => {
      for (let i = 0; i < 1000; i += 1) {
        const row = {
          user_id: session.user.id,
          kind: 'movie',
          item_id: String(i + 1),
          ...fixed,
          ...more,
        } as const
        await tx.insertInto('watchlist_entries').values(row).execute()
      }
    })
    expect(refusal(await call('PUT', entry('movie', MOVIE.absent), {}))).toEqual([409, 'watchlist_full'])
    expect((await call('DELETE', entry('movie', 1))).status).toBe(200)
    expect((await call('PUT', entry('movie', MOVIE.absent), {})).status).toBe(200)
  })
})

it('a kids account has no title outside its limits on its list, whenever they were set', async () => {
  const { asAdmin, addUser, catalogue, tmdb } = await buildWorld({ products: ['tmdb', 'trakt'] })
  const { session, call } = await addUser('kim')
  const adult = catalogue.people.find(one => one.adult)?.id ?? 0
  const fit = entry('movie', MOVIE.absent)
  const unfit = [entry('movie', MOVIE.above_pg_cap), entry('tv', SHOW.mature), entry('person', adult)]
  for (const path of [...unfit, fit]) expectOk(await call('PUT', path, {}))
  await setContentLimits(asAdmin, session.user.id)
  expect((await call('GET', '/api/me/watchlist')).body.entries).toMatchObject([{ id: String(MOVIE.absent) }])
  expect((await call('GET', '/api/me/watchlist/keys')).body).toEqual({ keys: [`movie:${MOVIE.absent}`] })
  for (const path of unfit) {
    const answer = await call('PUT', path, {})
    expect([path, answer.status, answer.body]).toEqual([path, 404, NOT_AVAILABLE])
  }
  expect((await call('PUT', fit, {})).status).toBe(200)
  // What cannot be judged is not let through.
  tmdb.faults.always('GET /3/*', garbage())
  expect(refusal(await call('PUT', entry('movie', MOVIE.in_cinemas), {}))).toEqual([503, 'unavailable'])
})
