import { BOOK, HARBOUR_NINE_TVDB, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { ISSUE_PARTS, issueOf, listOf, report, reported, setRemediation } from '#test/issue-calls.ts'
import { listenTo } from '#test/request-events.ts'
import { buildWorld } from '#test/world.ts'

describe('POST /api/issues (2/4.9)', () => {
  const world = shareAmongTests(() => buildWorld(ISSUE_PARTS))
  const movie = (tmdb_id: number, more = {}) => ({
    instance_id: world().instance_ids.movies,
    media_type: 'movie',
    tmdb_id,
    ...more,
  })
  const show = (more: object) => ({ instance_id: world().instance_ids.series, media_type: 'tv', ...more })
  const book = (more: object) => ({ instance_id: world().instance_ids.books, media_type: 'book', ...more })

  it('saves a report as observed and unread, and notifies the admins at once', async () => {
    const { app, asUma, asBob, asAdmin, users, admin, instance_ids, settle } = world()
    const heard = listenTo(app, { uma: users.uma, bob: users.bob, admin })
    const body = movie(MOVIE.with_file, {
      category: 'wrong_audio',
      reason: 'It is in French.\r\nAll of it.\u0007',
      title: 'Anything',
    })
    const answer = await report(asUma, body)
    const { issue_id } = answer.body
    expect([answer.status, answer.body]).toEqual([201, { issue_id, status: 'observing' }])
    const now = app.clock.now().toISOString()
    const issue = {
      id: issue_id,
      source: 'user',
      status: 'observing',
      category: 'wrong_audio',
      reporter_id: users.uma.user.id,
      reporter_name: 'uma',
      media_type: 'movie',
      tmdb_id: MOVIE.with_file,
      // C69: the provider's own title, not the reporter's.
      title: 'Paper Lanterns',
      detail: 'It is in French.\nAll of it.',
      occurrences: 1,
      resolution: '',
      resolution_kind: '',
      created_at: now,
      updated_at: now,
      is_prevention: false,
      instance_id: instance_ids.movies,
    }
    expect(await listOf(asUma)).toContainEqual({ ...issue, read: true, can_confirm_fixed: true })
    expect(await listOf(asBob)).not.toContainEqual(expect.objectContaining({ id: issue_id }))
    const all = (await asAdmin('GET', '/api/admin/issues')).body
    expect(all.issues).toContainEqual({
      ...issue,
      read: false,
      can_confirm_fixed: false,
      instance_name: 'Movies',
    })
    expect((await issueOf(asUma, issue_id)).thread).toMatchObject([
      { author_kind: 'user', author_name: 'uma', body: issue.detail, created_at: now },
    ])
    const event = { issue_id, status: 'observing' }
    expect(heard.of('admin', 'issue_created')).toEqual([event])
    expect(heard.of('uma', 'issue_created')).toEqual([event])
    expect(heard.of('bob', 'issue_created')).toEqual([])
    await settle()
    const { entries } = (await asAdmin('GET', '/api/notifications/inbox')).body
    expect(entries).toContainEqual(
      expect.objectContaining({
        type: 'issue_created',
        path: `/issues/${issue_id}`,
        data: {
          issue_id,
          media_type: 'movie',
          tmdb_id: MOVIE.with_file,
          title: 'Paper Lanterns',
          username: 'uma',
        },
      }),
    )
  })

  it('adds to the open report of the same person about the same thing, and to no other', async () => {
    const { app, asUma, asBob, asAdmin } = world()
    const scope = show({ tmdb_id: SHOW.harbour_nine, season_number: 1, episode_number: 2 })
    const id = await reported(asUma, { ...scope, reason: 'No sound.' })
    expect((await issueOf(asAdmin, id)).issue.read).toBe(true)
    app.clock.advance(1000)
    const again = await report(asUma, { ...scope, reason: 'Still none.', category: 'bad_copy' })
    expect([again.status, again.body]).toEqual([200, { issue_id: id, status: 'observing' }])
    expect((await report(asUma, scope)).status).toBe(200)
    const listed = (await asAdmin('GET', '/api/admin/issues')).body.issues
    expect(listed.find((one: { id: number }) => one.id === id)).toMatchObject({ occurrences: 3, read: false })
    const { issue, thread } = await issueOf(asUma, id)
    expect(issue).toMatchObject({ detail: 'No sound.', category: 'other', title: 'Harbour Nine' })
    expect(thread.map(({ body }: { body: string }) => body)).toEqual(['No sound.', 'Still none.'])

    const others = [
      report(asBob, scope),
      report(asUma, { ...scope, episode_number: 3 }),
      report(asUma, { ...scope, season_number: 0 }),
      report(asUma, show({ tmdb_id: SHOW.harbour_nine, season_number: 1 })),
      report(asUma, show({ tmdb_id: SHOW.harbour_nine })),
    ]
    const answers = await Promise.all(others)
    expect(answers.map(({ status: code }) => code)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.issue_id)).size).toBe(5)
  })

  it('accepts a show by either id', async () => {
    const { asUma } = world()
    const id = await reported(asUma, show({ tvdb_id: HARBOUR_NINE_TVDB, title: ' Harbour\u202E\nNine ' }))
    const { issue } = await issueOf(asUma, id)
    expect(issue).toMatchObject({ tvdb_id: HARBOUR_NINE_TVDB, title: 'Harbour Nine' })
    const nameless = await reported(asUma, show({ tvdb_id: 5 }))
    expect((await issueOf(asUma, nameless)).issue.title).toBe('Show 5')
    const title = 'é'.repeat(256)
    const named = await reported(asUma, show({ tvdb_id: 6, title }))
    expect((await issueOf(asUma, named)).issue.title).toBe(title)
  })

  it.each<[string, () => object, number, string, string?]>([
    ['a movie without its id', () => ({ ...movie(1), tmdb_id: undefined }), 400, 'validation', 'tmdb_id'],
    ['a show without an id', () => show({ season_number: 1 }), 400, 'validation', 'tmdb_id'],
    [
      'an episode of no season',
      () => show({ tmdb_id: 1, episode_number: 1 }),
      400,
      'validation',
      'season_number',
    ],
    ['a book without its id', () => book({}), 400, 'validation', 'foreign_id'],
    ['a book with a control character', () => book({ foreign_id: 'a\0b' }), 400, 'validation', 'foreign_id'],
    ['a season of a movie', () => movie(1, { season_number: 1 }), 400, 'validation', 'season_number'],
    [
      'a format of a show',
      () => show({ tmdb_id: 1, book_format: 'ebook' }),
      400,
      'validation',
      'book_format',
    ],
    ['an id that no row can hold', () => movie(2 ** 31), 400, 'validation', 'tmdb_id'],
    ['a reason beyond 8192 bytes', () => movie(1, { reason: 'é'.repeat(4097) }), 400, 'validation', 'reason'],
    ['a title beyond 512 bytes', () => movie(1, { title: 'é'.repeat(257) }), 400, 'validation', 'title'],
    ['an unknown category', () => movie(1, { category: 'boring' }), 400, 'validation', 'category'],
    ['an unknown library', () => movie(1, { instance_id: 'in_none' }), 403, 'instance_forbidden'],
    [
      'a library of another kind',
      () => movie(1, { instance_id: world().instance_ids.series }),
      400,
      'wrong_service_type',
    ],
  ])('refuses %s', async (_what, body, code, name, field) => {
    const answer = await report(world().asUma, body())
    expect(refusal(answer)).toEqual([code, name])
    if (field) expect(Object.keys(answer.body.fields)).toContain(field)
  })

  it('does not reveal whether a library exists to somebody who cannot see it', async () => {
    const { asAdmin, asUma, addUser, instance_ids } = world()
    const { call: asEve } = await addUser('eve')
    const unseen = await report(asEve, book({ foreign_id: 'hc:1' }))
    const unknown = await report(asUma, book({ foreign_id: 'hc:1', instance_id: 'in_none' }))
    const other_kind = await report(asEve, { ...book({}), media_type: 'movie', tmdb_id: 1 })
    expect([unseen.status, unseen.body]).toEqual([unknown.status, unknown.body])
    expect([other_kind.status, other_kind.body]).toEqual([unknown.status, unknown.body])
    // 0.8 C17: also when the rest of the report is wrong.
    const wrong = await report(asEve, { ...book({}), media_type: 'movie', tmdb_id: 0, category: 'boring' })
    const malformed = {
      instance_id: instance_ids.books,
      media_type: 'song',
      tmdb_id: '603',
      reason: 5,
      title: null,
    }
    for (const answer of [wrong, await report(asEve, malformed)])
      expect([answer.status, answer.body]).toEqual([unknown.status, unknown.body])
    const told = await report(asUma, { ...malformed, instance_id: instance_ids.movies })
    expect(refusal(told)).toEqual([400, 'validation'])
    expect(Object.keys(told.body.fields).toSorted()).toEqual(['media_type', 'reason', 'title', 'tmdb_id'])
    // Admins may report in any library, and learn what is wrong with the report.
    expect(refusal(await report(asAdmin, movie(1, { instance_id: 'in_none' })))).toEqual([
      404,
      'instance_not_found',
    ])
    expect(refusal(await report(asAdmin, { ...malformed, instance_id: 'in_none' }))).toEqual([
      400,
      'validation',
    ])
    const anywhere = book({ foreign_id: 'hc:99', book_format: 'ebook', instance_id: instance_ids.books })
    expect((await report(asAdmin, anywhere)).status).toBe(201)
  })

  it('asks for the format when the library has a book in both, instead of guessing', async () => {
    const { app, asUma, chaptarr } = world()
    const foreign_id = `hc:${BOOK.tidewater}`
    chaptarr.addBook(BOOK.tidewater, { format: 'ebook', monitored: true })
    chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', monitored: false })
    app.clock.advance(15_001)
    const only = await reported(asUma, book({ foreign_id }))
    const { issue } = await issueOf(asUma, only)
    expect(issue).toMatchObject({ book_format: 'ebook', foreign_id, title: 'The Tidewater Ledger' })
    // C8: the same work under the id of a list.
    expect((await report(asUma, book({ foreign_id: `bp:${BOOK.tidewater}` }))).status).toBe(200)

    chaptarr.importFile(chaptarr.book(BOOK.tidewater, 'audiobook')?.id ?? 0)
    app.clock.advance(15_001)
    expect(refusal(await report(asUma, book({ foreign_id })))).toEqual([400, 'book_format_required'])
    expect((await report(asUma, book({ foreign_id, book_format: 'audiobook' }))).status).toBe(201)

    chaptarr.faults.always('GET /api/v1/book', status(500))
    app.clock.advance(15_001)
    expect(refusal(await report(asUma, book({ foreign_id })))).toEqual([502, 'upstream_failed'])
    // A report that names its format does not depend on that.
    const named = await report(asUma, book({ foreign_id: 'hc:77', book_format: 'ebook', title: 'Named' }))
    expect(named.status).toBe(201)
    expect((await issueOf(asUma, named.body.issue_id)).issue.title).toBe('Named')
    chaptarr.faults.clear()
  })

  it('is turned off by `allow_reporting`, which is checked after the shape of the body and before everything else', async () => {
    const { app, asUma } = world()
    await setRemediation(app, { allow_reporting: false })
    const forbidden = await report(asUma, movie(1, { instance_id: 'in_none' }))
    expect(refusal(forbidden)).toEqual([403, 'reporting_disabled'])
    expect(refusal(await report(asUma, movie(0, { category: 'boring' })))).toEqual([
      403,
      'reporting_disabled',
    ])
    expect(refusal(await report(asUma, { media_type: 'movie' }))).toEqual([400, 'validation'])
    expect((await asUma('GET', '/api/config')).body).toMatchObject({
      allow_reporting: false,
      issues_enabled: false,
    })
    await setRemediation(app, { allow_reporting: true, enabled: true })
    expect((await asUma('GET', '/api/config')).body).toMatchObject({
      allow_reporting: true,
      issues_enabled: true,
    })
    await setRemediation(app, { enabled: false })
  })
})
