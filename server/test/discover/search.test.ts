import { SearchAnswer } from '@foyer/contract/search'
import { BOOK, hang, held, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { TestAnswer } from '#test/app.ts'
import { setGrants } from '#test/calls.ts'
import { nextRequest, saveDiscoverySettings } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { KIDS_PARTS } from '#test/kids-titles.ts'
import { buildWorld } from '#test/world.ts'

const SEARCH = '/api/search/all?query='
const PARTS = {
  products: ['tmdb', 'musicbrainz'],
  instances: ['music', 'books'],
  users: ['uma', 'bob'],
  grants: { uma: ['music', 'books'] },
} as const

interface Group {
  type: string
  items: Record<string, unknown>[]
  more: boolean
  status_known: boolean
  reason?: string
}
const groupsOf = (answer: TestAnswer): Group[] => answer.body.groups
const summary = (answer: TestAnswer) =>
  groupsOf(answer).map(({ type, items, status_known, reason }) => [
    type,
    items.length > 0,
    status_known,
    reason,
  ])

describe('one search over everything (C61)', () => {
  const shared = shareAmongTests(() => buildWorld(PARTS))

  it('answers the unchanged rows of each source, as its own route gives them to this caller', async () => {
    const { asUma, instance_ids } = shared()
    const answer = await asUma('GET', `${SEARCH}the&limit=3`)
    expect(answer.status).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(SearchAnswer.parse(answer.body)).toEqual(answer.body)
    const groups = groupsOf(answer)
    expect(groups.map(({ type }) => type)).toEqual(['movie', 'tv', 'person', 'book', 'music'])
    const lookup = `/api/instances/${instance_ids.books}/proxy/api/v1/book/lookup?term=the`
    const own = [
      (await asUma('GET', '/api/search/movie?query=the')).body.results,
      (await asUma('GET', '/api/search/tv?query=the')).body.results,
      (await asUma('GET', '/api/search/person?query=the')).body.results,
      (await asUma('GET', lookup)).body,
      (await asUma('GET', '/api/discover/music/search?query=the')).body.results,
    ]
    expect(own.map(rows => rows.length > 0)).toEqual([true, true, expect.any(Boolean), true, true])
    expect(groups.map(({ items }) => items)).toEqual(own.map(rows => rows.slice(0, 3)))
    expect(groups.map(({ more, status_known }) => [more, status_known])).toEqual(
      own.map(rows => [rows.length > 3, true]),
    )
    expect(groups.map(group => 'reason' in group)).toEqual([false, false, false, false, false])
  })

  it('finds people, and only what was asked for, in that order, eight unless told', async () => {
    const { asBob, catalogue, tmdb } = shared()
    const [person] = catalogue.people
    const name = encodeURIComponent(person?.name ?? '')
    const answer = await asBob('GET', `${SEARCH}${name}&types=person,tv`)
    expect(groupsOf(answer).map(({ type }) => type)).toEqual(['person', 'tv'])
    expect(groupsOf(answer)[0]?.items[0]).toMatchObject({ id: person?.id, name: person?.name })
    const [many] = groupsOf(await asBob('GET', `${SEARCH}a&types=movie`))
    expect([many?.items.length, many?.more]).toEqual([8, true])
    const asked = tmdb.journal.requests('GET /3/search/person').at(-1)
    expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({ include_adult: 'false', page: '1' })
  })

  it.each([
    '/api/search/all',
    `${SEARCH}%20`,
    `${SEARCH}${'x'.repeat(301)}`,
    `${SEARCH}a&types=movie,game`,
    `${SEARCH}a&types=movie,`,
    `${SEARCH}a&limit=0`,
    `${SEARCH}a&limit=21`,
    `${SEARCH}a&limit=many`,
  ])('refuses %s', async path => {
    const { status: code, body } = await shared().asUma('GET', path)
    expect([code, body.code]).toEqual([400, 'validation'])
  })

  it('is empty and known to be so without a grant', async () => {
    const { asBob, chaptarr } = shared()
    const before = chaptarr.journal.requests('GET /api/v1/book/lookup').length
    expect(summary(await asBob('GET', `${SEARCH}night`))).toEqual([
      ['movie', true, true, undefined],
      ['tv', true, true, undefined],
      ['person', false, true, undefined],
      ['book', false, true, 'no_grant'],
      ['music', false, true, 'no_grant'],
    ])
    expect(chaptarr.journal.requests('GET /api/v1/book/lookup')).toHaveLength(before)
  })

  it('says of each source that fails why, by its own code, and answers the others', async () => {
    const { asUma, tmdb, chaptarr } = shared()
    tmdb.faults.next('GET /3/search/tv', status(500))
    chaptarr.faults.next('GET /api/v1/book/lookup', status(401))
    expect(summary(await asUma('GET', `${SEARCH}paper&types=movie,tv,book`))).toEqual([
      ['movie', true, true, undefined],
      ['tv', false, false, 'upstream_failed'],
      ['book', false, false, 'upstream_rejected'],
    ])
  })

  it('waits three seconds for a silent source', async () => {
    const { app, asUma, chaptarr } = shared()
    await asUma('GET', `${SEARCH}lanterns&types=movie`)
    chaptarr.faults.next('GET /api/v1/book/lookup', hang())
    const arrived = nextRequest(chaptarr.journal)
    const answer = asUma('GET', `${SEARCH}lanterns&types=book,movie`)
    await arrived
    app.clock.advance(3000)
    expect(summary(await answer)).toEqual([
      ['book', false, false, 'timeout'],
      ['movie', true, true, undefined],
    ])
  })

  it('gives no row of a library that was taken away while another source was slow (CONTRIBUTING rule 3)', async () => {
    const { asAdmin, asUma, users, instance_ids, tmdb, chaptarr } = shared()
    let release = () => {}
    const until = new Promise<void>(resolve => (release = resolve))
    tmdb.faults.next('GET /3/search/tv', held(until))
    const [asked, looked] = [nextRequest(tmdb.journal), nextRequest(chaptarr.journal)]
    const answer = asUma('GET', `${SEARCH}tidewater&types=tv,book`)
    await Promise.all([asked, looked])
    await setGrants(asAdmin, users.uma.user.id, { music_manager: [instance_ids.music] })
    release()
    expect(summary(await answer)).toEqual([
      ['tv', false, true, undefined],
      ['book', false, true, 'no_grant'],
    ])
    await setGrants(asAdmin, users.uma.user.id, {
      music_manager: [instance_ids.music],
      book_manager: [instance_ids.books],
    })
    const again = groupsOf(await asUma('GET', `${SEARCH}tidewater&types=book`))
    expect(again[0]?.items.map(item => item['foreignBookId'])).toContain(`hc:${BOOK.tidewater}`)
  })
})

describe('what an admin hides or did not set up (1/4.2, C29)', () => {
  it('is empty, known and asks nobody; what is missing says so', async () => {
    const { asAdmin, addUser, tmdb } = await buildWorld({ products: ['tmdb'] })
    const { call: asUma } = await addUser('uma')
    const hide = (hidden_when_unconfigured: Record<string, boolean>) =>
      saveDiscoverySettings(asAdmin, { hidden_when_unconfigured })
    await hide({ movie: true, book: true, music: true })
    for (const call of [asAdmin, asUma])
      expect(summary(await call('GET', `${SEARCH}harbour`))).toEqual([
        ['movie', false, true, undefined],
        ['tv', true, true, undefined],
        ['person', false, true, undefined],
        ['book', false, true, undefined],
        ['music', false, true, undefined],
      ])
    expect(tmdb.journal.requests('GET /3/search/movie')).toEqual([])
    await hide({ movie: true, tv: true, book: false, music: true })
    tmdb.journal.clear()
    const groups = await asAdmin('GET', `${SEARCH}harbour`)
    expect(summary(groups)[2]).toEqual(['person', false, true, undefined])
    expect(summary(groups)[3]).toEqual(['book', false, false, 'no_instance'])
    expect(tmdb.journal.requests()).toEqual([])
  })
})

describe('kids accounts (1:4.5 kids rules)', () => {
  it('ratings that cannot be read fail their group alone', async () => {
    const { tmdb, asKim, asUma } = await buildWorld(KIDS_PARTS)
    tmdb.faults.always('GET /3/movie/:id/release_dates', status(401))
    const path = `${SEARCH}the&types=movie,tv`
    expect(summary(await asKim('GET', path))).toEqual([
      ['movie', false, false, 'upstream_failed'],
      ['tv', true, true, undefined],
    ])
    expect(summary(await asUma('GET', path))[0]).toEqual(['movie', true, true, undefined])
  })
})
