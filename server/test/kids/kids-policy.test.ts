import { describe, expect, it } from 'vitest'
import type { CertificationLists, RatingLists } from '#ports/certification-lists.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { callAs, refusal } from '#test/calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { addUser } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const POLICY = {
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [27],
  blocked_tv_genres: [],
}

const LISTS: RatingLists = {
  movie: {
    US: [
      { certification: 'R', order: 4 },
      { certification: 'PG', meaning: 'Parental guidance.', order: 2 },
      { certification: 'NR', order: 0 },
    ],
    CA: [{ certification: 'PG', order: 2 }],
    'CA-QC': [{ certification: '13+', order: 2 }],
    JP: [{ certification: 'PG12', order: 2 }],
  },
  tv: {
    US: [{ certification: 'TV-PG', order: 4 }],
    CA: [
      { certification: 'C8', order: 2 },
      { certification: '14+', order: 5 },
    ],
  },
}

function provider(lists = LISTS) {
  const state = { reads: 0, fails: false }
  const read: CertificationLists['read'] = async () => {
    state.reads += 1
    if (state.fails) throw new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })
    return lists
  }
  return { state, lists: { read } satisfies CertificationLists }
}

describe.each(ENGINES)('content policies on %s (1:4.12)', engine => {
  const world = shareAmongTests(() => buildWorld({ engine }))

  it('turn an account into a kids account, appear in the user object, and can be cleared', async () => {
    const { app, asAdmin } = world()
    const bob = await addUser(app, asAdmin, 'bob')
    const path = `/api/admin/users/${bob.user.id}/content-policy`
    expect(refusal(await asAdmin('GET', path))).toEqual([404, 'no_content_policy'])
    const put = await asAdmin('PUT', path, { max_movie_rating: 'PG', max_tv_rating: 'TV-PG' })
    expect([put.status, put.body]).toEqual([200, { ...POLICY, blocked_movie_genres: [] }])
    expect((await asAdmin('PUT', path, POLICY)).body).toEqual(POLICY)
    expect((await asAdmin('GET', path)).body).toEqual(POLICY)
    const with_trailers = { ...POLICY, trailers_allowed: true }
    expect((await asAdmin('PUT', path, with_trailers)).body).toEqual(with_trailers)
    expect((await asAdmin('GET', path)).body).toEqual(with_trailers)
    // Omitted while it is off, as before the setting existed.
    expect((await asAdmin('PUT', path, { ...POLICY, trailers_allowed: false })).body).toEqual(POLICY)
    expect((await asAdmin('GET', path)).body).toEqual(POLICY)
    const me = await callAs(app, bob.access_token)('GET', '/api/auth/me')
    expect(me.body).toMatchObject({
      child: true,
      content_limits: { max_movie_rating: 'PG', max_tv_rating: 'TV-PG', rating_region: 'US' },
    })
    expect(Object.keys(me.body.content_limits)).toHaveLength(3)
    const refreshed = await callAs(app)('POST', '/api/auth/refresh', { refresh_token: bob.refresh_token })
    expect(refreshed.body.user).toMatchObject({ child: true, content_limits: me.body.content_limits })
    for (let i = 0; i < 2; i += 1) {
      expect((await asAdmin('DELETE', path)).body).toEqual({ status: 'cleared' })
    }
    const plain = (await callAs(app, bob.access_token)('GET', '/api/auth/me')).body
    expect([plain.child, plain.content_limits]).toEqual([false, undefined])
  })

  it('refuse an admin, an unknown user, and caps that the region does not know', async () => {
    const { app, admin, asAdmin } = world()
    const bob = await addUser(app, asAdmin, 'ben')
    const put = (id: number, change: object) =>
      asAdmin('PUT', `/api/admin/users/${id}/content-policy`, { ...POLICY, ...change })
    expect(refusal(await put(admin.user.id, {}))).toEqual([409, 'admin_account'])
    expect(refusal(await put(4711, {}))).toEqual([404, 'not_found'])
    const cases: [object, number, string][] = [
      [{ max_movie_rating: 'TV-PG' }, 400, 'unknown_rating'],
      [{ max_tv_rating: 'PG' }, 400, 'unknown_rating'],
      [{ max_movie_rating: 'NR' }, 400, 'unknown_rating'],
      [{ max_movie_rating: 'pg' }, 400, 'unknown_rating'],
      [{ max_movie_rating: undefined }, 400, 'validation'],
      [{ rating_region: 'us' }, 400, 'validation'],
      [{ block_unrated: 'yes' }, 400, 'validation'],
      [{ blocked_tv_genres: ['x'] }, 400, 'validation'],
      [{ rating_region: 'DE', max_movie_rating: '6', max_tv_rating: '6' }, 503, 'unavailable'],
    ]
    for (const [change, status, code] of cases) {
      expect([change, ...refusal(await put(bob.user.id, change))]).toEqual([change, status, code])
    }
    const read = await asAdmin('GET', `/api/admin/users/${bob.user.id}/content-policy`)
    expect(refusal(read)).toEqual([404, 'no_content_policy'])
    expect(refusal(await asAdmin('GET', '/api/admin/users/4711/content-policy'))).toEqual([404, 'not_found'])
  })

  it('take the lists of other regions, and borrow what a region lacks (C20)', async () => {
    const { lists } = provider()
    const { app, asAdmin } = await buildWorld({ engine, overrides: { certification_lists: lists } })
    const bob = await addUser(app, asAdmin, 'bob')
    const put = (rating_region: string, max_movie_rating: string, max_tv_rating: string) =>
      asAdmin('PUT', `/api/admin/users/${bob.user.id}/content-policy`, {
        rating_region,
        max_movie_rating,
        max_tv_rating,
      })
    expect((await put('CA-QC', '13+', 'C8')).status).toBe(200)
    expect((await put('JP', 'PG12', 'TV-PG')).status).toBe(200)
    expect(refusal(await put('CA-QC', 'PG', 'C8'))).toEqual([400, 'unknown_rating'])
    expect(refusal(await put('ZZ', 'PG', 'TV-PG'))).toEqual([400, 'unknown_rating'])
  })
})

describe('rating lists (1:4.12, C24)', () => {
  it('are the built-in US scheme while no provider answers', async () => {
    const { asAdmin } = await buildWorld()
    const { status, body } = await asAdmin('GET', '/api/admin/certifications')
    expect([status, body.source]).toEqual([200, 'builtin'])
    expect(Object.keys({ ...body.movie, ...body.tv })).toEqual(['US'])
    const codes = (list: { certification: string }[]) => list.map(one => one.certification)
    expect(codes(body.movie.US)).toEqual(['NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'])
    expect(codes(body.tv.US)).toEqual(['NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'])
    const flagged = [...body.movie.US, ...body.tv.US].filter(one => one.default)
    expect(codes(flagged)).toEqual(['PG', 'TV-PG'])
  })

  it('are those of the provider, sorted, and read once for many calls at the same time', async () => {
    const { state, lists } = provider()
    const { asAdmin } = await buildWorld({ overrides: { certification_lists: lists } })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => asAdmin('GET', '/api/admin/certifications')),
    )
    expect(state.reads).toBe(1)
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
    expect(answers[0]?.body).toMatchObject({
      source: 'provider',
      movie: {
        US: [
          { certification: 'NR', order: 0 },
          { certification: 'PG', meaning: 'Parental guidance.', order: 2, default: true },
          { certification: 'R', order: 4 },
        ],
        'CA-QC': [{ certification: '13+', order: 2 }],
      },
    })
  })
})

describe('a change of limits (1/6)', () => {
  it('is announced to that user and to nobody else', async () => {
    const { app, asAdmin } = await buildWorld()
    const bob = await addUser(app, asAdmin, 'bob')
    const heard: unknown[] = []
    app.broadcast.on('event', message => heard.push(message))
    const path = `/api/admin/users/${bob.user.id}/content-policy`
    await asAdmin('PUT', path, POLICY)
    await asAdmin('DELETE', path)
    // Nothing was left to clear, so nothing changed.
    await asAdmin('DELETE', path)
    const event = {
      type: 'config_changed',
      data: {},
      audience: { to: 'users', user_ids: [bob.user.id] },
    }
    expect(heard).toEqual([expect.objectContaining(event), expect.objectContaining(event)])
  })
})
