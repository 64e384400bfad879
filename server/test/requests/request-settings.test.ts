import { MOVIE, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { insertInstance } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

const SETTINGS = '/api/admin/request-settings'
const DEFAULTS = {
  require_approval: false,
  allow_season_choice: true,
  default_season_scope: 'all',
  allow_quality_choice: false,
  default_quality_movie: 0,
  default_quality_tv: 0,
}
const INHERIT = {
  require_approval: null,
  allow_season_choice: null,
  season_scope: null,
  allow_quality_choice: null,
  quality_profile_movie: null,
  quality_profile_tv: null,
}

/** A movie and a TV library, a user and a kids account. */
async function buildSettingsWorld() {
  const world = await buildWorld({
    products: ['tmdb'],
    instances: ['movies', 'series'],
    users: ['bob'],
    kids: ['kim'],
    strict: false,
  })
  const { users } = world
  const profilesRead = (product: 'radarr' | 'sonarr') =>
    world[product].journal.requests('GET /api/v3/qualityprofile').length
  return {
    ...world,
    own: `/api/admin/users/${users.bob.user.id}/request-settings`,
    kims: `/api/admin/users/${users.kim.user.id}/request-settings`,
    profilesRead,
  }
}

const options = (query: string) => `/api/requests/options?${query}`

describe('request settings (1:4.7, 1/4.7)', () => {
  it('begin with the printed defaults beside the profiles of both default libraries; a subset changes a subset', async () => {
    const { asAdmin, radarr, sonarr } = await buildSettingsWorld()
    const first = await asAdmin('GET', SETTINGS)
    const named = (list: { id: number; name: string }[]) => list.map(({ id, name }) => ({ id, name }))
    expect(first.body).toEqual({
      settings: DEFAULTS,
      movie_profiles: named(radarr.profiles.all()),
      tv_profiles: named(sonarr.profiles.all()),
    })
    expect(first.body.movie_profiles.length).toBeGreaterThan(0)
    const change = { require_approval: true, default_quality_tv: 4 }
    const saved = await asAdmin('PUT', SETTINGS, { ...change, unknown: 'ignored' })
    expect([saved.status, saved.body]).toEqual([200, { ...first.body, settings: { ...DEFAULTS, ...change } }])
    for (const bad of [
      { require_approval: 'yes' },
      { default_season_scope: 'some' },
      { default_quality_movie: -1 },
      { default_quality_tv: 1.5 },
      { default_quality_tv: null },
    ]) {
      expect(refusal(await asAdmin('PUT', SETTINGS, bad))).toEqual([400, 'validation'])
    }
    expect((await asAdmin('GET', SETTINGS)).body.settings).toEqual({ ...DEFAULTS, ...change })
  })

  it('show no profiles of a library that is out or not there, and can be changed all the same', async () => {
    const { asAdmin, radarr, app } = await buildSettingsWorld()
    radarr.faults.always('GET /api/v3/qualityprofile', status(503))
    const saved = await asAdmin('PUT', SETTINGS, { allow_quality_choice: true })
    expect(saved.body).toMatchObject({ settings: { allow_quality_choice: true }, movie_profiles: [] })
    expect(saved.body.tv_profiles.length).toBeGreaterThan(0)
    await app.database.transaction(tx => tx.deleteFrom('instances').execute())
    expect((await asAdmin('GET', SETTINGS)).body).toMatchObject({ movie_profiles: [], tv_profiles: [] })
  })

  it('of one person inherit until said otherwise; what is not named stays, null inherits again', async () => {
    const { asAdmin, own } = await buildSettingsWorld()
    expect((await asAdmin('GET', own)).body).toEqual(INHERIT)
    const said = { require_approval: true, season_scope: 'first', quality_profile_movie: 0 }
    expect((await asAdmin('PUT', own, said)).body).toEqual({ ...INHERIT, ...said })
    const next = await asAdmin('PUT', own, { allow_season_choice: false, season_scope: null })
    expect(next.body).toEqual({ ...INHERIT, ...said, season_scope: null, allow_season_choice: false })
    expect((await asAdmin('GET', own)).body).toEqual(next.body)
    expect(refusal(await asAdmin('PUT', own, { quality_profile_tv: 3_000_000_000 }))).toEqual([
      400,
      'validation',
    ])
    const nobody = '/api/admin/users/4711/request-settings'
    expect(refusal(await asAdmin('GET', nobody))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('PUT', nobody, said))).toEqual([404, 'not_found'])
    expect(refusal(await asAdmin('PUT', nobody, { season_scope: 'x' }))).toEqual([400, 'validation'])
  })
})

describe('request options (1:4.6, 1/4.6)', () => {
  it('tell each person what they may choose, by the server, by themselves, as a kid and as an admin', async () => {
    const { asAdmin, asBob, asKim, own, kims, sonarr, profilesRead } = await buildSettingsWorld()
    const plain = {
      can_choose_season: true,
      can_choose_quality: false,
      requires_approval: false,
      default_season_scope: 'all',
      default_quality_profile_id: 0,
      quality_profiles: [],
    }
    const before = profilesRead('radarr')
    expect((await asBob('GET', options('media_type=movie'))).body).toEqual(plain)
    expect(profilesRead('radarr')).toBe(before)
    expect((await asKim('GET', options('media_type=tv'))).body).toEqual({ ...plain, requires_approval: true })
    await asAdmin('PUT', kims, { require_approval: false })
    expect((await asKim('GET', options('media_type=tv'))).body).toEqual(plain)
    await asAdmin('PUT', SETTINGS, {
      require_approval: true,
      allow_season_choice: false,
      default_season_scope: 'latest',
      default_quality_tv: 4,
    })
    const strict = {
      ...plain,
      can_choose_season: false,
      requires_approval: true,
      default_season_scope: 'latest',
      default_quality_profile_id: 4,
    }
    expect((await asBob('GET', options('media_type=tv'))).body).toEqual(strict)
    await asAdmin('PUT', own, { allow_quality_choice: true, quality_profile_tv: 6 })
    const profiles = sonarr.profiles.all().map(({ id, name }) => ({ id, name }))
    const mayChoose = { can_choose_quality: true, quality_profiles: profiles }
    expect((await asBob('GET', options('media_type=tv'))).body).toEqual({
      ...strict,
      ...mayChoose,
      default_quality_profile_id: 6,
    })
    expect((await asAdmin('GET', options('media_type=tv'))).body).toEqual({
      ...strict,
      ...mayChoose,
      can_choose_season: true,
      requires_approval: false,
    })
  })

  it('keep profiles for a minute, until the library says that it changed, and say when they are unknown', async () => {
    const { asAdmin, radarr, app, instance_ids, profilesRead } = await buildSettingsWorld()
    const read = () => asAdmin('GET', options(`media_type=movie&instance_id=${instance_ids.movies}`))
    const before = profilesRead('radarr')
    await Promise.all([read(), read(), read()])
    app.clock.advance(59_999)
    await read()
    expect(profilesRead('radarr')).toBe(before + 1)
    app.clock.advance(1)
    await read()
    expect(profilesRead('radarr')).toBe(before + 2)
    const event = {
      kind: 'library_event',
      instance_id: instance_ids.movies,
      service_type: 'movie_manager',
      event_type: 'Grab',
    }
    await app.broadcast.send(null, event)
    await read()
    expect(profilesRead('radarr')).toBe(before + 3)
    app.clock.advance(60_000)
    radarr.faults.always('GET /api/v3/qualityprofile', status(500))
    expect((await read()).body).toMatchObject({
      can_choose_quality: true,
      quality_profiles: [],
      quality_profiles_known: false,
    })
  })

  it('resolve the library as everywhere (0.6), and know no title outside a kid’s limits (C9)', async () => {
    const { app, asAdmin, asBob, asKim, instance_ids } = await buildSettingsWorld()
    await insertInstance(app, { id: 'in_books', service_type: 'book_manager' })
    for (const [as, query, wanted] of [
      [asBob, '', [400, 'validation']],
      [asBob, 'media_type=game', [400, 'validation']],
      [asBob, 'media_type=movie&instance_id=in_x', [403, 'instance_forbidden']],
      [asBob, `media_type=movie&instance_id=${instance_ids.series}`, [403, 'instance_forbidden']],
      [asBob, 'media_type=book&instance_id=in_books', [403, 'instance_forbidden']],
      [asBob, 'media_type=book', [403, 'no_grant']],
      [asAdmin, 'media_type=movie&instance_id=in_x', [404, 'instance_not_found']],
      [asAdmin, 'media_type=music', [404, 'no_instance']],
      [asBob, `media_type=movie&tmdb_id=${MOVIE.above_pg_cap}`, [200, undefined]],
      [asKim, `media_type=movie&tmdb_id=${MOVIE.with_file}`, [200, undefined]],
      [asKim, 'media_type=movie&tmdb_id=0', [400, 'validation']],
    ] as const) {
      expect([query, ...refusal(await as('GET', options(query)))]).toEqual([query, ...wanted])
    }
    const hidden = await asKim('GET', options(`media_type=movie&tmdb_id=${MOVIE.above_pg_cap}`))
    expect([hidden.status, hidden.body]).toEqual([404, { error: 'not available' }])
    const books = await asAdmin('GET', options('media_type=book'))
    expect(books.body).toMatchObject({
      can_choose_quality: false,
      quality_profiles: [],
      requires_approval: false,
    })
  })
})
