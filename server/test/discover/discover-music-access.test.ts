import { ALBUM, ARTIST, hang, slow, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { callAs, refusal, setGrants } from '#test/calls.ts'
import { insertInstance } from '#test/managers.ts'
import {
  addMusicInstance,
  addMusicUser,
  buildMusicDiscovery,
  hideMusic,
  until,
} from '#test/music-discovery.ts'
import { revokeDevice, signInAs } from '#test/people.ts'

const LISTS = [
  '/api/discover/music/search?query=quay',
  '/api/discover/music/popular',
  '/api/discover/music/new-releases',
  '/api/discover/music/genre?genre=rock',
  '/api/discover/music/artists?query=quay',
]
const TITLES = [
  `/api/media/music/${ALBUM.live}`,
  `/api/media/music/artists/${ARTIST.the_quay}`,
  `/api/media/music/artists/${ARTIST.the_quay}/albums`,
  `/api/discover/music/artwork/${ALBUM.live}`,
  '/api/genres/music',
]
const ALL = [...LISTS, ...TITLES]
const named = (path: string, id: string) => `${path}${path.includes('?') ? '&' : '?'}instance_id=${id}`

describe('who may look (1:4.3, 0.6)', () => {
  it('an admin without any library; everybody else needs one of their own', async () => {
    const world = await buildMusicDiscovery()
    const { get, app, providerCalls } = world
    const bob = await signInAs(app, 'bob', 'user')
    const asBob = callAs(world.app, bob.access_token)
    for (const path of ALL) {
      expect([path, ...refusal(await get(path, asBob))]).toEqual([path, 403, 'no_grant'])
    }
    expect(providerCalls()).toBe(0)
    for (const path of ALL) expect([path, (await get(path)).status]).toEqual([path, 200])
    const before = providerCalls()

    // A library that others have is none, and one of books is none for music.
    await addMusicInstance(world.app)
    await insertInstance(app, { id: 'books', service_type: 'book_manager' })
    for (const path of ALL) {
      const refusals = [path, named(path, 'music'), named(path, 'nowhere'), named(path, 'books')]
      const codes = []
      for (const one of refusals) codes.push(refusal(await get(one, asBob))[1])
      expect([path, codes]).toEqual([
        path,
        ['no_grant', 'instance_forbidden', 'instance_forbidden', 'instance_forbidden'],
      ])
      for (const one of [named(path, 'nowhere'), named(path, 'books')]) {
        expect(refusal(await get(one))).toEqual([404, 'instance_not_found'])
      }
    }
    await setGrants(world.asAdmin, bob.user.id, { music_manager: ['music'] })
    for (const path of ALL) {
      expect([path, (await get(path, asBob)).status]).toEqual([path, 200])
      expect([path, (await get(named(path, 'music'), asBob)).status]).toEqual([path, 200])
    }
    // What somebody else was told before is not asked again.
    expect(providerCalls()).toBe(before)

    await setGrants(world.asAdmin, bob.user.id, { music_manager: [] })
    for (const path of ALL) expect(refusal(await get(path, asBob))).toEqual([403, 'no_grant'])
  })

  it('C17: without the library, 403 comes before what is wrong with the question', async () => {
    const world = await buildMusicDiscovery()
    await addMusicInstance(world.app)
    const bob = await signInAs(world.app, 'bob', 'user')
    const asBob = callAs(world.app, bob.access_token)
    const WRONG = ['/api/discover/music/search', '/api/discover/music/popular?page=0', '/api/media/music/x']
    for (const path of WRONG) expect(refusal(await world.get(path, asBob))).toEqual([403, 'no_grant'])
    for (const path of WRONG) {
      expect(refusal(await world.get(named(path, 'nowhere'), asBob))).toEqual([403, 'instance_forbidden'])
    }
    await setGrants(world.asAdmin, bob.user.id, { music_manager: ['music'] })
    for (const path of WRONG) expect(refusal(await world.get(path, asBob))).toEqual([400, 'validation'])
    // 0.3: that there is no such library comes after it.
    for (const path of WRONG)
      expect(refusal(await world.get(named(path, 'nowhere')))).toEqual([400, 'validation'])
  })
})

describe('authorised again before the answer (1:4.3)', () => {
  it.each([
    ['metadata', LISTS[0] ?? '', 'GET /ws/2/release-group', slow(40)],
    ['an error', TITLES[1] ?? '', 'GET /ws/2/artist/:id', status(400)],
  ])('who loses the library meanwhile is not told %s', async (_what, path, pattern, fault) => {
    const world = await buildMusicDiscovery()
    const { app, musicbrainz } = world
    await addMusicInstance(world.app)
    const bob = await addMusicUser(world)
    musicbrainz.faults.next(pattern, fault)
    const answer = app.call('GET', path, { token: bob.access_token })
    await until(() => musicbrainz.journal.entries.length > 0)
    await app.database.transaction(tx =>
      tx.deleteFrom('instance_grants').where('user_id', '=', bob.user.id).execute(),
    )
    expect(refusal(await answer)).toEqual([403, 'no_grant'])
  })

  it('nor is one whose session ended, nor shown a cover', async () => {
    const world = await buildMusicDiscovery()
    const { app, coverart } = world
    await addMusicInstance(world.app)
    const bob = await addMusicUser(world)
    coverart.storage.faults.next('GET /0/items/*', slow(40))
    const token = bob.access_token
    const answer = app.call('GET', `/api/discover/music/artwork/${ALBUM.live}`, { token })
    await until(() => coverart.storage.journal.entries.length > 1)
    await revokeDevice(app, bob.device_id)
    expect(refusal(await answer)).toEqual([401, 'session_revoked'])
  })
})

describe('hidden music (1/4.2, R1, C29)', () => {
  it('empties the lists without asking anybody, and leaves titles alone', async () => {
    const world = await buildMusicDiscovery()
    const { get, app, providerCalls } = world
    const asBob = callAs(app, (await signInAs(app, 'bob', 'user')).access_token)
    await hideMusic(world.asAdmin)
    for (const path of LISTS) {
      for (const as of [world.asAdmin, asBob]) {
        const answer = await get(path, as)
        expect([path, answer.status]).toEqual([path, 200])
        expect(answer.body).toMatchObject({ results: [], page: 1, source: expect.any(String) })
        expect(answer.body).not.toHaveProperty('next_page')
      }
      // A library that is named is looked for first.
      expect(refusal(await get(named(path, 'x')))).toEqual([404, 'instance_not_found'])
      expect(refusal(await get(named(path, 'x'), asBob))).toEqual([403, 'instance_forbidden'])
    }
    expect((await get('/api/discover/music/popular?page=7')).body.page).toBe(7)
    expect(refusal(await get('/api/discover/music/popular?page=0'))).toEqual([400, 'validation'])
    expect(providerCalls()).toBe(0)
    for (const path of TITLES) expect([path, (await get(path)).status]).toEqual([path, 200])

    // Any music library brings it back, for everybody.
    await addMusicInstance(world.app)
    expect((await get(LISTS[0] ?? '')).body.results).not.toEqual([])
    expect(refusal(await get(LISTS[0] ?? '', asBob))).toEqual([403, 'no_grant'])
  })

  it('hides even while the providers are out', async () => {
    const world = await buildMusicDiscovery()
    world.listenbrainz.faults.always('*', hang())
    await hideMusic(world.asAdmin)
    expect((await world.get('/api/discover/music/popular')).status).toBe(200)
  })
})
