import { dropBefore, garbage, hang, lie, MOVIE, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { eventually } from '#test/eventually.ts'
import { changeRole, revokeDevice } from '#test/people.ts'
import { buildReleases, getReleases, readReleases, type ReleaseWorld, titlesOf } from '#test/release-lists.ts'

const PRODUCT = {
  radarr: { path: 'GET /api/v3/calendar', name: 'Radarr' },
  sonarr: { path: 'GET /api/v3/calendar', name: 'Sonarr' },
  lidarr: { path: 'GET /api/v1/calendar', name: 'Lidarr' },
  chaptarr: { path: 'GET /api/v1/calendar', name: 'book manager' },
} as const
type Product = keyof typeof PRODUCT
/** As long as a busy machine may take; what is waited for comes by itself. */

const calendarCalls = (world: ReleaseWorld, product: Product) =>
  world[product].journal.requests(PRODUCT[product].path).length

/** Lets one source hang, so that something can happen between asking and answering. */
async function whileSonarrHangs<T>(
  world: ReleaseWorld,
  asking: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const before = calendarCalls(world, 'sonarr')
  world.sonarr.faults.next(PRODUCT.sonarr.path, hang())
  const pending = asking()
  await eventually(() => expect(calendarCalls(world, 'sonarr')).toBe(before + 1))
  await meanwhile()
  world.app.clock.advance(10_000)
  return pending
}

describe('a source that fails (1/I)', () => {
  it.each(['radarr', 'sonarr', 'lidarr', 'chaptarr'] as const)(
    '%s is named with a plain sentence, and the list is not called complete',
    async product => {
      const world = await buildReleases()
      const { asAdmin } = world
      for (const fault of [status(500), garbage(), garbage('html'), dropBefore(), wrongKey()]) {
        world[product].faults.next(PRODUCT[product].path, fault)
        const answer = await getReleases(asAdmin)
        const { sources, complete, items } = answer.body
        expect([fault, answer.status, complete]).toEqual([fault, 200, false])
        const failed = sources.filter((one: { ok: boolean }) => !one.ok)
        expect(failed).toHaveLength(1)
        expect(failed[0].error).toMatch(/^[A-Z].*\.$/)
        expect(answer.raw.toString()).not.toContain(world[product].api_key)
        expect(failed[0].error).not.toContain('127.0.0.1')
        expect(items.length).toBeGreaterThan(0)
        // What failed is asked again the next time: errors are not kept.
        const healed = (await getReleases(asAdmin)).body
        expect([fault, healed.complete]).toEqual([fault, true])
        world.app.clock.advance(60_000)
      }
    },
  )

  it.each([
    ['radarr', { hasFile: false, digitalRelease: '2026-11-31T00:00:00Z' }],
    [
      'sonarr',
      {
        seasonNumber: 1,
        episodeNumber: 1,
        airDate: '2026-11-31',
        hasFile: false,
        series: { title: 'Nowhere', monitored: true },
      },
    ],
    ['lidarr', { releaseDate: '2026-11-31T00:00:00Z' }],
    ['chaptarr', { releaseDate: '2026-11-31T00:00:00Z' }],
  ] as const)(
    '%s may name a day that does not exist: only that release is missing',
    async (product, named) => {
      const world = await buildReleases()
      const query = '?start=2026-11-01&end=2027-01-15'
      const before = await readReleases(world.asAdmin, query)
      world.app.clock.advance(60_000)
      const wrong = { id: 4711, title: 'Nowhere', monitored: true, ...named }
      world[product].faults.next(
        PRODUCT[product].path,
        lie(records => [...(records as object[]), wrong]),
      )
      expect(await readReleases(world.asAdmin, query)).toEqual(before)
      expect([before.complete, before.items.length > 0]).toEqual([true, true])
    },
  )

  it('has ten seconds, which the others do not wait for in turn', async () => {
    const world = await buildReleases()
    const { app, asAdmin } = world
    for (const product of ['radarr', 'sonarr'] as const) {
      world[product].faults.next(PRODUCT[product].path, hang())
    }
    const pending = getReleases(asAdmin)
    await eventually(() => {
      expect(calendarCalls(world, 'radarr') + calendarCalls(world, 'sonarr')).toBe(2)
      for (const product of ['lidarr', 'chaptarr'] as const)
        expect(world[product].journal.requests(PRODUCT[product].path)[0]?.answer?.status).toBe(200)
    })
    // When a later answer is there, the earlier ones have been read too.
    await (await fetch(world.lidarr.url)).arrayBuffer()
    app.clock.advance(10_000)
    const { complete, sources } = (await pending).body
    expect(complete).toBe(false)
    expect(sources.filter((one: { ok: boolean }) => one.ok)).toHaveLength(2)
  })

  it('never shows kids more: limits that cannot be read are 503, not a longer list', async () => {
    const { app, asKim, users } = await buildReleases()
    await app.database.transaction(tx =>
      tx
        .updateTable('content_policies')
        .set({ max_movie_rating: 'NO-SUCH-RATING' })
        .where('user_id', '=', users.kim.user.id)
        .execute(),
    )
    expect(refusal(await getReleases(asKim))).toEqual([503, 'unavailable'])
  })
})

describe('kept calendars (C31, 1/6)', () => {
  it('ask each manager once a minute for the same days, however many look', async () => {
    const world = await buildReleases()
    const { app, asAdmin, asBob } = world
    await Promise.all([getReleases(asAdmin), getReleases(asAdmin), getReleases(asBob)])
    await getReleases(asBob)
    expect(calendarCalls(world, 'radarr')).toBe(1)
    await getReleases(asAdmin, '?start=2026-11-01&end=2026-11-30')
    expect(calendarCalls(world, 'radarr')).toBe(2)
    app.clock.advance(60_000)
    await getReleases(asAdmin)
    expect(calendarCalls(world, 'radarr')).toBe(3)
  })

  it('are dropped when the manager says that it changed', async () => {
    const world = await buildReleases()
    const { app, asAdmin } = world
    expect(titlesOf(await readReleases(asAdmin, '?media_type=movie'))).not.toContain('The Grand Matinee')
    await readReleases(asAdmin, '?media_type=movie')
    expect(calendarCalls(world, 'radarr')).toBe(1)
    await app.broadcast.send(null, {
      kind: 'library_event',
      instance_id: world.instance_ids.movies,
      service_type: 'movie_manager',
      event_type: 'MovieDelete',
    })
    const movie = world.radarr.movie(MOVIE.requested)
    if (movie) world.radarr.deleteMovie(movie.id)
    await eventually(async () =>
      expect(titlesOf(await readReleases(asAdmin, '?media_type=movie'))).toEqual(['Paper Lanterns']),
    )
    expect(calendarCalls(world, 'lidarr')).toBe(0)
  })
})

describe('between asking and answering (CONTRIBUTING rule 3)', () => {
  it('a session that ended gets 401, not the list', async () => {
    const world = await buildReleases()
    const answer = await whileSonarrHangs(
      world,
      () => getReleases(world.asBob),
      () => revokeDevice(world.app, world.users.bob.device_id),
    )
    expect(refusal(answer)).toEqual([401, 'session_revoked'])
  })

  it('a grant that was taken back takes its releases along', async () => {
    const world = await buildReleases()
    const { asAdmin, asBob, users, instance_ids } = world
    await setGrants(asAdmin, users.bob.user.id, { music_manager: [instance_ids.music] })
    expect((await getReleases(asBob)).body.sources).toHaveLength(3)
    world.app.clock.advance(60_000)
    const answer = await whileSonarrHangs(
      world,
      () => getReleases(asBob),
      () => setGrants(asAdmin, users.bob.user.id, { music_manager: [] }),
    )
    const { sources, items } = answer.body
    expect(sources.map((one: { instance_id: string }) => one.instance_id)).toEqual([
      instance_ids.movies,
      instance_ids.series,
    ])
    expect(items.some((one: { kind: string }) => one.kind === 'album')).toBe(false)
  })

  it('an admin who is none any more sees what a user sees', async () => {
    const world = await buildReleases()
    await changeRole(world.app, world.users.bob.user.id, 'admin')
    const answer = await whileSonarrHangs(
      world,
      () => getReleases(world.asBob),
      () => changeRole(world.app, world.users.bob.user.id, 'user'),
    )
    expect(answer.body.sources).toHaveLength(2)
  })
})
