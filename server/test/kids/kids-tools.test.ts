import { MOVIE, SHOW } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { TOOLS } from '#features/ai-tools/tools/index.ts'
import { shareAmongTests } from '#test/engines.ts'
import { isFit } from '#test/kids-titles.ts'
import { callTool, toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const world = shareAmongTests(() =>
  buildWorld({
    products: ['tmdb', 'trakt'],
    instances: ['movies', 'series', 'books', 'music'],
    users: ['uma'],
    kids: ['kim'],
    grants: { uma: ['books', 'music'], kim: ['books', 'music'] },
  }),
)

/** Blocked by the policy of the tests: by rating, as unrated, and by genre or rating of a show. */
const UNFIT = [
  { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap, title: 'Knives at the Opera' },
  { media_type: 'movie', tmdb_id: MOVIE.unrated, title: 'The Unmarked Reel' },
  { media_type: 'tv', tmdb_id: SHOW.mature, title: 'Blood Oranges' },
] as const
const FIT = { media_type: 'movie', tmdb_id: MOVIE.with_file, title: 'Paper Lanterns' } as const

/** Calls that lead to titles of both kinds, for somebody without limits. */
const LISTS: Record<string, object[]> = {
  search_movies: [{ query: 'the' }, ...UNFIT.map(({ title }) => ({ query: title }))],
  search_tv_shows: [{ query: 'the' }, { query: 'Blood Oranges' }],
  search_movie_collections: [{ query: 'the' }, { query: 'collection' }],
  get_trending: [
    { media_type: 'all', time_window: 'day' },
    { media_type: 'tv', time_window: 'week' },
  ],
  browse_titles: [
    { media_type: 'movie', sort: 'title' },
    { media_type: 'tv', sort: 'votes' },
  ],
  get_recommendations: UNFIT.map(({ tmdb_id, media_type }) => ({ tmdb_id, media_type })),
  display_media: [
    { items: [FIT, ...UNFIT] },
    { items: UNFIT.map(({ media_type, title }) => ({ media_type, title })) },
  ],
}

/** Calls about one title outside the limits. */
const BLOCKED: Record<string, object[]> = {
  get_movie_details: [{ tmdb_id: MOVIE.above_pg_cap }, { tmdb_id: MOVIE.unrated }],
  get_tv_details: [{ tmdb_id: SHOW.mature }],
  check_request_status: UNFIT.map(({ media_type, tmdb_id }) => ({ media_type, tmdb_id })),
  get_request_options: UNFIT.map(({ media_type, tmdb_id }) => ({ media_type, preview: { tmdb_id } })),
  request_media: UNFIT.map(({ media_type, tmdb_id }) => ({ media_type, tmdb_id })),
}

/** Tools without titles that have ratings. */
const UNRATED: Record<string, string> = {
  search_books: 'books carry no ratings (1:4.4)',
  search_music: 'music carries no ratings (1:4.3)',
  list_my_requests: 'below: what was requested before there were limits',
}

it('looks at every tool that a kids account may use', () => {
  const forEverybody = TOOLS.filter(({ permission }) => permission.startsWith('media:')).map(
    ({ name }) => name,
  )
  const covered = [...Object.keys(LISTS), ...Object.keys(BLOCKED), ...Object.keys(UNRATED)]
  expect(covered.toSorted()).toEqual(forEverybody.toSorted())
})

describe('a list', () => {
  const cases = Object.entries(LISTS).flatMap(([name, inputs]) => inputs.map(input => ({ name, input })))

  it.each(cases)('$name has nothing above the limits ($input)', async ({ name, input }) => {
    const { app, users, catalogue } = world()
    const result = await toolResult(app, users.kim, name, input)
    for (const id of idsIn(result)) expect([id, isFit(catalogue, id)]).toEqual([id, true])
    // Nor a picture or plot of one: every title the result shows is one it may show.
    const { not_shown: _, ...shown } = result
    const text = JSON.stringify(shown)
    for (const { tmdb_id, title } of UNFIT) {
      const record = catalogue.movie(tmdb_id) ?? catalogue.show(tmdb_id)
      for (const part of [title, String(tmdb_id), record?.poster_path, record?.overview])
        if (part) expect(text).not.toContain(part)
    }
    // A count would reveal how much is hidden.
    expect(text).not.toMatch(/"total/)
  })

  it('has such titles for somebody without limits, so that there was something to hide', async () => {
    const { app, users, catalogue } = world()
    for (const [name, inputs] of Object.entries(LISTS)) {
      const results = await Promise.all(inputs.map(input => toolResult(app, users.uma, name, input)))
      const unfit = results.flatMap(idsIn).filter(id => !isFit(catalogue, id))
      expect([name, unfit.length > 0]).toEqual([name, true])
    }
  })
})

describe('one title', () => {
  const cases = Object.entries(BLOCKED).flatMap(([name, inputs]) => inputs.map(input => ({ name, input })))

  it.each(cases)('$name says that it is not available ($input)', async ({ name, input }) => {
    const { app, users, asKim } = world()
    const result = await callTool(app, users.kim, name, input)
    expect(result).toMatchObject({ ok: false, code: 'not_found' })
    for (const { title } of UNFIT) expect(result.text).not.toContain(title)
    expect((await asKim('GET', '/api/requests')).body).toEqual([])
  })

  it('is the same as one that does not exist', async () => {
    const { app, users } = world()
    const blocked = await toolResult(app, users.kim, 'display_media', { items: [UNFIT[0]] })
    const unknown = await toolResult(app, users.kim, 'display_media', {
      items: [{ ...UNFIT[0], tmdb_id: 123_456_789 }],
    })
    expect(blocked).toEqual(unknown)
    const details = (tmdb_id: number) => callTool(app, users.kim, 'get_movie_details', { tmdb_id })
    expect(await details(MOVIE.above_pg_cap)).toEqual(await details(123_456_789))
  })
})

it('list_my_requests leaves out what was requested before there were limits', async () => {
  const { app, asAdmin, addUser } = world()
  const { session: leo } = await addUser('leo')
  const unfit = { media_type: 'movie', tmdb_id: MOVIE.above_pg_cap }
  const { request_id } = await toolResult(app, leo, 'request_media', unfit)
  const policy = {
    max_movie_rating: 'PG',
    max_tv_rating: 'TV-PG',
    rating_region: 'US',
    block_unrated: true,
    blocked_movie_genres: [],
    blocked_tv_genres: [],
  }
  await asAdmin('PUT', `/api/admin/users/${leo.user.id}/content-policy`, policy)
  expect(await toolResult(app, leo, 'list_my_requests')).toEqual({ requests: [], has_more: false })
  const status = await callTool(app, leo, 'check_request_status', { request_id })
  expect(status).toMatchObject({ ok: false, code: 'not_found' })
  const cancel = await callTool(app, leo, 'request_media', { request_id, action: 'cancel' })
  expect(cancel).toMatchObject({ ok: false, code: 'not_found' })
})

/** The ids of movies and shows in a result, at any depth. */
function idsIn(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'tmdb_id' in value && typeof value.tmdb_id === 'number' ? [value.tmdb_id] : []
  return [...own, ...Object.values(value).flatMap(idsIn)]
}
