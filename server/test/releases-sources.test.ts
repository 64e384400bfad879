import { dropBefore, garbage, hang, MOVIE, status, wrongKey } from '@foyer/simulators'
import { describe, expect, it, vi } from 'vitest'
import { refusal } from '#test/household.ts'
import { changeRole, revokeDevice, signIn } from '#test/people.ts'
import { type ReleaseHouse, startReleases, titlesOf } from '#test/releases-world.ts'

const PRODUCT = {
  radarr: { path: 'GET /api/v3/calendar', name: 'Radarr' },
  sonarr: { path: 'GET /api/v3/calendar', name: 'Sonarr' },
  lidarr: { path: 'GET /api/v1/calendar', name: 'Lidarr' },
  chaptarr: { path: 'GET /api/v1/calendar', name: 'book manager' },
} as const
type Product = keyof typeof PRODUCT

const calendarCalls = ({ world }: ReleaseHouse, product: Product) =>
  world[product].journal.requests(PRODUCT[product].path).length

/** Lets one source hang, so that something can happen between asking and answering. */
async function whileSonarrHangs<T>(
  house: ReleaseHouse,
  asking: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const before = calendarCalls(house, 'sonarr')
  house.world.sonarr.faults.next(PRODUCT.sonarr.path, hang())
  const pending = asking()
  await vi.waitFor(() => expect(calendarCalls(house, 'sonarr')).toBe(before + 1))
  await meanwhile()
  house.app.clock.advance(10_000)
  return pending
}

describe('a source that fails (1/I)', () => {
  it.each(['radarr', 'sonarr', 'lidarr', 'chaptarr'] as const)(
    '%s is named with a plain sentence, and the list is not called complete',
    async product => {
      const house = await startReleases()
      const { world, get, admin } = house
      for (const fault of [status(500), garbage(), garbage('html'), dropBefore(), wrongKey()]) {
        world[product].faults.next(PRODUCT[product].path, fault)
        const answer = await get(admin)
        const { sources, complete, items } = answer.body
        expect([fault, answer.status, complete]).toEqual([fault, 200, false])
        const failed = sources.filter((one: { ok: boolean }) => !one.ok)
        expect(failed).toHaveLength(1)
        expect(failed[0].error).toMatch(/^[A-Z].*\.$/)
        expect(answer.raw.toString()).not.toContain(world[product].api_key)
        expect(failed[0].error).not.toContain('127.0.0.1')
        expect(items.length).toBeGreaterThan(0)
        // What failed is asked again the next time: errors are not kept.
        const healed = (await get(admin)).body
        expect([fault, healed.complete]).toEqual([fault, true])
        house.app.clock.advance(60_000)
      }
    },
  )

  it('has ten seconds, which the others do not wait for in turn', async () => {
    const house = await startReleases()
    const { get, admin, world, app } = house
    for (const product of ['radarr', 'sonarr'] as const) {
      world[product].faults.next(PRODUCT[product].path, hang())
    }
    const pending = get(admin)
    await vi.waitFor(() => {
      expect(calendarCalls(house, 'radarr') + calendarCalls(house, 'sonarr')).toBe(2)
      expect(calendarCalls(house, 'lidarr')).toBe(1)
    })
    app.clock.advance(10_000)
    const { complete, sources } = (await pending).body
    expect(complete).toBe(false)
    expect(sources.filter((one: { ok: boolean }) => one.ok)).toHaveLength(2)
  })

  it('never shows kids more: limits that cannot be read are 503, not a longer list', async () => {
    const { app, get, kim } = await startReleases()
    await app.database.transaction(tx =>
      tx
        .updateTable('content_policies')
        .set({ max_movie_rating: 'NO-SUCH-RATING' })
        .where('user_id', '=', kim.id)
        .execute(),
    )
    expect(refusal(await get(kim.token))).toEqual([503, 'unavailable'])
  })
})

describe('kept calendars (C31, 1/6)', () => {
  it('ask each manager once a minute for the same days, however many look', async () => {
    const house = await startReleases()
    const { get, admin, bob, app } = house
    await Promise.all([get(admin), get(admin), get(bob.token)])
    await get(bob.token)
    expect(calendarCalls(house, 'radarr')).toBe(1)
    await get(admin, '?start=2026-11-01&end=2026-11-30')
    expect(calendarCalls(house, 'radarr')).toBe(2)
    app.clock.advance(60_000)
    await get(admin)
    expect(calendarCalls(house, 'radarr')).toBe(3)
  })

  it('are dropped when the manager says that it changed', async () => {
    const house = await startReleases()
    const { releases, world, app } = house
    expect(titlesOf(await releases('?media_type=movie'))).not.toContain('The Grand Matinee')
    await releases('?media_type=movie')
    expect(calendarCalls(house, 'radarr')).toBe(1)
    await app.broadcast.send(null, {
      kind: 'library_event',
      instance_id: house.ids.movies,
      service_type: 'movie_manager',
      event_type: 'MovieDelete',
    })
    const movie = world.radarr.movie(MOVIE.requested)
    if (movie) world.radarr.deleteMovie(movie.id)
    await vi.waitFor(async () =>
      expect(titlesOf(await releases('?media_type=movie'))).toEqual(['Paper Lanterns']),
    )
    expect(calendarCalls(house, 'lidarr')).toBe(0)
  })
})

describe('between asking and answering (1:1.4)', () => {
  it('a session that ended gets 401, not the list', async () => {
    const house = await startReleases()
    const device = await signIn(house.app, 'bob')
    const answer = await whileSonarrHangs(
      house,
      () => house.get(device.access_token),
      () => revokeDevice(house.app, device.device_id),
    )
    expect(refusal(answer)).toEqual([401, 'session_revoked'])
  })

  it('a grant that was taken back takes its releases along', async () => {
    const house = await startReleases()
    const { bob, ids, grant, get } = house
    await grant(bob.id, { music_manager: [ids.music] })
    expect((await get(bob.token)).body.sources).toHaveLength(3)
    house.app.clock.advance(60_000)
    const answer = await whileSonarrHangs(
      house,
      () => get(bob.token),
      () => grant(bob.id, { music_manager: [] }),
    )
    const { sources, items } = answer.body
    expect(sources.map((one: { instance_id: string }) => one.instance_id)).toEqual([ids.movies, ids.tv])
    expect(items.some((one: { kind: string }) => one.kind === 'album')).toBe(false)
  })

  it('an admin who is none any more sees what a user sees', async () => {
    const house = await startReleases()
    await changeRole(house.app, house.bob.id, 'admin')
    const answer = await whileSonarrHangs(
      house,
      () => house.get(house.bob.token),
      () => changeRole(house.app, house.bob.id, 'user'),
    )
    expect(answer.body.sources).toHaveLength(2)
  })
})
