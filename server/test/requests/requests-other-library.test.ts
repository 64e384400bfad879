import { hang, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Engine } from '#db/database.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { describeEachEngine } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { insertInstance } from '#test/managers.ts'
import { addUnansweredInstance, create, spent } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const ABSENT = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
const CHRISTMAS = { media_type: 'tv', tmdb_id: SHOW.with_specials } as const

/** Every request waits for approval here. Uma may use two libraries of each kind, Vic only the first ones. */
async function build(engine?: Engine) {
  const world = await buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'movies_4k', 'series', 'anime'],
    users: ['uma', 'vic'],
    grants: { uma: ['movies', 'movies_4k', 'series', 'anime'] },
    ...(engine && { engine }),
  })
  expectOk(await world.asAdmin('PUT', '/api/admin/request-settings', { require_approval: true }))
  const { asUma, instance_ids, app } = world
  return {
    ...world,
    ask: async (wish: Parameters<typeof create>[1], as = asUma): Promise<number> =>
      (await create(as, wish)).body.request_id,
    approve: (id: number, body: object) => world.asAdmin('POST', `/api/admin/requests/${id}/approve`, body),
    queue: async () => (await world.asAdmin('GET', '/api/admin/requests')).body,
    own: async () => (await asUma('GET', '/api/requests')).body,
    chargedIn: async (id: number) =>
      (
        await app.database.read
          .selectFrom('request_charges')
          .select('instance_id')
          .where('request_id', '=', id)
          .execute()
      ).map(row => row.instance_id),
    four_k: { instance_id: instance_ids.movies_4k },
  }
}

describeEachEngine('an approval for another library (1:4.7)', (_open, engine) => {
  it('is delivered there, with its quality and folder, and costs the same as before', async () => {
    const { ask, approve, own, settle, radarr, radarr4k, four_k, asUma, chargedIn } = await build(engine)
    radarr4k.rootFolders.add('/films-4k')
    const id = await ask(ABSENT)
    const approved = await approve(id, { ...four_k, quality_profile_id: 5, root_folder: '/films-4k' })
    expect([approved.status, approved.body]).toMatchObject([
      200,
      { instance_id: four_k.instance_id, delivery: [{ state: 'queued' }] },
    ])
    expect([await spent(asUma, 'movie'), await chargedIn(id)]).toEqual([1, [four_k.instance_id]])
    await settle()
    expect(radarr.movie(MOVIE.absent)).toBeUndefined()
    expect(radarr4k.movie(MOVIE.absent)).toMatchObject({
      root_folder_path: '/films-4k',
      quality_profile_id: 5,
    })
    expect(await own()).toMatchObject([{ ...four_k, instance_name: 'Movies 4K', status: 'requested' }])
    // The first library is free for another request, the second is not.
    expect((await create(asUma, { ...ABSENT, ...four_k })).body.request_id).toBe(id)
    expect((await create(asUma, ABSENT)).status).toBe(201)
  })

  it('only one of two decisions at once, for different libraries, counts', async () => {
    const { ask, approve, four_k, instance_ids, radarr, radarr4k, settle } = await build(engine)
    const id = await ask(ABSENT)
    const here = { instance_id: instance_ids.movies }
    const answers = await Promise.all([approve(id, four_k), approve(id, here), approve(id, four_k)])
    expect(answers.map(one => one.status).sort((a, b) => a - b)).toEqual([200, 400, 400])
    const won = answers.find(one => one.status === 200)?.body.instance_id
    await settle()
    const has = [radarr, radarr4k].map(one => one.movie(MOVIE.absent) !== undefined)
    expect(has).toEqual([won === here.instance_id, won === four_k.instance_id])
  })

  it('never makes a second request for that library when one is created at the same moment', async () => {
    const { ask, approve, four_k, asUma, queue } = await build(engine)
    const id = await ask(ABSENT)
    const [approved, asked] = await Promise.all([
      approve(id, four_k),
      create(asUma, { ...ABSENT, ...four_k }),
    ])
    if (approved.status === 200) expect(asked.body.request_id).toBe(id)
    else {
      expect(refusal(approved)).toEqual([409, 'already_requested'])
      expect((await queue()).map((row: { id: number }) => row.id)).toEqual([id, asked.body.request_id])
    }
  })
})

describe('another library is refused, and nothing changes', () => {
  it('if it does not exist or is of another kind', async () => {
    const { ask, approve, queue, instance_ids } = await build()
    const id = await ask(ABSENT)
    expect(refusal(await approve(id, { instance_id: 'in_none' }))).toEqual([404, 'instance_not_found'])
    expect(refusal(await approve(id, { instance_id: instance_ids.series }))).toEqual([
      400,
      'wrong_service_type',
    ])
    expect(await queue()).toMatchObject([{ id, instance_id: instance_ids.movies }])
  })

  it('when the requester may not use it: every attempt would stop there (1:3)', async () => {
    const { ask, approve, queue, four_k, asVic } = await build()
    const id = await ask(ABSENT, asVic)
    expect(refusal(await approve(id, four_k))).toEqual([409, 'requester_without_access'])
    expect(await queue()).toMatchObject([{ id }])
  })

  it('when the title is there, or requested there by the same person', async () => {
    const { ask, approve, queue, four_k, radarr4k, chargedIn, instance_ids, asVic } = await build()
    const id = await ask(ABSENT)
    const other = await ask({ ...ABSENT, ...four_k })
    expect(refusal(await approve(id, four_k))).toEqual([409, 'already_requested'])
    expect(await chargedIn(id)).toEqual([instance_ids.movies])
    expect((await approve(other, {})).status).toBe(200)
    // Nobody else's request is in the way (1:4.9.2).
    expect(await ask(ABSENT, asVic)).toBeGreaterThan(other)
    const there = await ask({ media_type: 'movie', tmdb_id: MOVIE.no_poster })
    radarr4k.addMovie(MOVIE.no_poster, { file: 'Bluray-1080p' })
    expect(refusal(await approve(there, four_k))).toEqual([409, 'already_in_library'])
    expect((await queue()).map((row: { id: number }) => row.id)).toContain(there)
  })

  it('when it lacks the profile or folder; a library that cannot be read is no reason to refuse', async () => {
    const { ask, approve, four_k, radarr4k, settle, app } = await build()
    const id = await ask(ABSENT)
    const wrong = await approve(id, { ...four_k, quality_profile_id: 99, root_folder: '/movies' })
    expect(refusal(wrong)).toEqual([400, 'validation'])
    expect(Object.keys(wrong.body.fields)).toEqual(['quality_profile_id', 'root_folder'])
    radarr4k.faults.always('GET /api/*', status(503))
    expect((await approve(id, { ...four_k, quality_profile_id: 5 })).status).toBe(200)
    await settle()
    radarr4k.faults.clear()
    app.clock.advance(120_000)
    await settle()
    expect(radarr4k.movie(MOVIE.absent)).toMatchObject({ quality_profile_id: 5 })
  })

  it('a library that hangs is waited for only a few seconds', async () => {
    const { ask, approve, four_k, radarr4k, app } = await build()
    const id = await ask(ABSENT)
    radarr4k.journal.clear()
    radarr4k.faults.always('GET /api/*', hang())
    const slow = approve(id, { ...four_k, delay_seconds: 5 })
    await eventually(() => expect(radarr4k.journal.requests('GET /api/*').length).toBeGreaterThan(0))
    app.clock.advance(5_000)
    expect((await slow).status).toBe(200)
    radarr4k.faults.clear()
  })
})

describe('another library for a show or a book', () => {
  it('matches the show in that library again, and charges only additional seasons', async () => {
    const { ask, approve, instance_ids, sonarr, sonarrAnime, settle, catalogue, asUma } = await build()
    const id = await ask({ ...CHRISTMAS, seasons: [1] })
    const anime = { instance_id: instance_ids.anime }
    expect((await approve(id, { ...anime, seasons: [1, 2] })).body).toMatchObject({
      ...anime,
      seasons: [1, 2],
    })
    expect(await spent(asUma, 'tv')).toBe(2)
    await settle()
    const tvdb_id = catalogue.show(SHOW.with_specials)?.tvdb_id
    expect(sonarr.series()).toEqual([])
    expect(sonarrAnime.series().map(one => one.tvdb_id)).toEqual([tvdb_id])

    // Other seasons of the same show may follow.
    const rest = await ask({ ...CHRISTMAS, seasons: [3] })
    expect((await approve(rest, anime)).body).toMatchObject({ ...anime, seasons: [3] })
    const again = await ask({ ...CHRISTMAS, seasons: [3] })
    expect(refusal(await approve(again, anime))).toEqual([409, 'already_requested'])
  })

  it('needs access for everybody who waits for a shared book, and no other request for it there', async () => {
    const world = await build()
    const { app, asAdmin, users, ask, approve, asVic, addUser } = world
    const { session: wim, call: asWim } = await addUser('wim')
    const first = await addUnansweredInstance(world, 'book_manager', [users.uma, users.vic, wim])
    await insertInstance(app, { id: 'in_more_books', service_type: 'book_manager' })
    const grant = (user_ids: number[]) =>
      asAdmin('PUT', '/api/admin/instances/in_more_books/grant-users', { user_ids })
    expectOk(await grant([users.uma.user.id, wim.user.id]))
    const book = { media_type: 'book', foreign_id: 'gr:1', book_format: 'ebook', instance_id: first } as const
    const id = await ask(book)
    expect(await ask(book, asVic)).toBe(id)
    const there = { instance_id: 'in_more_books', delay_seconds: 5 }
    expect(refusal(await approve(id, there))).toEqual([409, 'requester_without_access'])
    expectOk(await grant([users.uma.user.id, users.vic.user.id, wim.user.id]))
    const other = await ask({ ...book, instance_id: 'in_more_books' }, asWim)
    expect(refusal(await approve(id, there))).toEqual([409, 'already_requested'])
    expectOk(await asWim('POST', `/api/requests/${other}/delivery`, { action: 'cancel' }))
    expect((await approve(id, there)).status).toBe(200)
  })
})

describe('another library with a decision that is due later', () => {
  it('is checked again when the decision is due; the queue shows why it was not applied', async () => {
    const { ask, approve, queue, app, settle, four_k, users, asAdmin, instance_ids } = await build()
    const id = await ask(ABSENT)
    expect((await approve(id, { ...four_k, delay_seconds: 5 })).status).toBe(200)
    expect(await queue()).toMatchObject([{ instance_id: instance_ids.movies, decision_due: 'approved' }])
    const path = `/api/admin/users/${users.uma.user.id}/instance-grants`
    expectOk(await asAdmin('PUT', path, { movie_manager: [instance_ids.movies] }))
    app.clock.advance(5_000)
    await settle()
    expect(await queue()).toMatchObject([
      { instance_id: instance_ids.movies, decision_failed: 'requester_without_access' },
    ])
  })
})
