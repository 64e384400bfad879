import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { ALBUM, ARTIST } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#kit/durations.ts'
import { callAs } from '#test/calls.ts'
import { addMusicInstance, addMusicUser, buildMusicDiscovery, until } from '#test/music-discovery.ts'
import { addUser } from '#test/people.ts'
import type { World } from '#test/world.ts'

const USERS = 50

interface Journalled {
  entries: readonly { at: number; answer: unknown }[]
}

/** Lets a second pass at a time until so many calls came, each of them answered before time moves on. */
async function letPass({ app }: Pick<World, 'app'>, journal: Journalled, calls: number): Promise<void> {
  for (;;) {
    await until(() => Boolean(journal.entries.at(-1)?.answer))
    if (journal.entries.length >= calls) return
    const before = journal.entries.length
    app.clock.advance(1000)
    await until(() => journal.entries.length > before)
  }
}

const gapsOf = ({ entries }: Journalled) =>
  entries.slice(1).map((entry, i) => entry.at - (entries[i]?.at ?? 0))

describe('provider spacing (1:4.3 rule 5, 1:8)', () => {
  it('one call a second to each provider, whoever asks, and nobody waits for a cache hit', async () => {
    const world = await buildMusicDiscovery()
    const { app, asAdmin, musicbrainz } = world
    musicbrainz.limitRate()
    await addMusicInstance(world.app)
    const people: TokenResponse[] = []
    for (let i = 0; i < USERS; i++) people.push(await addUser(app, asAdmin, `listener-${i}`))
    const created_at = app.clock.now().toISOString()
    const grants = people.map(({ user }) => ({ user_id: user.id, instance_id: 'music', created_at }))
    await app.database.transaction(tx => tx.insertInto('instance_grants').values(grants).execute())
    const warm = `/api/media/music/${ALBUM.night_ferry}`
    const ask = (path: string, i = 0) => app.call('GET', path, { token: people[i]?.access_token ?? '' })
    expect((await ask(warm)).status).toBe(200)

    const searches = people.map((_, i) => ask(`/api/discover/music/search?query=quay%20${i}`, i))
    const artists = people.map((_, i) => ask(`/api/media/music/artists/${ARTIST.the_quay}`, i))
    // While all of them wait, what is known is told at once: no second passes here.
    const hits = await Promise.all(people.map((_, i) => ask(warm, i)))
    expect(hits.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(musicbrainz.journal.entries).toHaveLength(1)

    await letPass(world, musicbrainz.journal, USERS + 2)
    const answers = await Promise.all([...searches, ...artists])
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    // Fifty searches, one artist that fifty asked for together, and the one before.
    expect(musicbrainz.journal.entries).toHaveLength(USERS + 2)
    expect(Math.min(...gapsOf(musicbrainz.journal))).toBeGreaterThanOrEqual(1000)
    expect(musicbrainz.journal.entries.filter(({ answer }) => answer?.status !== 200)).toEqual([])
  })

  it('the charts have a second of their own, and who asks much waits for the own questions', async () => {
    const world = await buildMusicDiscovery()
    const { app, musicbrainz } = world
    await addMusicInstance(world.app)
    const [bob, uma] = [await addMusicUser(world, 'bob'), await addMusicUser(world, 'uma')]
    const ask = (path: string, token: string) => app.call('GET', path, { token })
    const many = Array.from({ length: 8 }, (_, i) =>
      ask(`/api/discover/music/search?query=bob%20${i}`, bob.access_token),
    )
    await until(() => musicbrainz.journal.entries.length > 0)
    const one = ask('/api/discover/music/search?query=uma', uma.access_token)
    const fresh = ask('/api/discover/music/new-releases', uma.access_token)
    expect((await fresh).status).toBe(200)
    await letPass(world, musicbrainz.journal, 9)
    await Promise.all([...many, one])
    const order = musicbrainz.journal.entries.map(({ query }) => query.get('query') ?? '')
    expect(order.findIndex(query => query.includes('"uma"'))).toBeLessThanOrEqual(2)
    expect(Math.min(...gapsOf(musicbrainz.journal))).toBeGreaterThanOrEqual(1000)
  })
})

describe('the cache (1:4.3 rules 5 and 6, C31)', () => {
  it('one question at a time is asked once, and keeps for as long as it may', async () => {
    const { app, get, admin, musicbrainz, listenbrainz } = await buildMusicDiscovery()
    const token = admin.access_token
    const together = ['', '', ''].map(() => app.call('GET', '/api/discover/music/popular', { token }))
    for (const answer of together) expect((await answer).status).toBe(200)
    expect([listenbrainz.journal.entries.length, musicbrainz.journal.entries.length]).toEqual([1, 1])
    await get('/api/discover/music/new-releases')
    await get('/api/discover/music/genre?genre=rock')
    await get(`/api/media/music/${ALBUM.live}`)
    await get('/api/discover/music/search?query=Night%20%20Ferry')

    const asked = () => [
      listenbrainz.journal.requests('GET /1/stats/*').length,
      listenbrainz.journal.requests('GET /1/explore/*').length,
      musicbrainz.journal.requests('GET /ws/2/release-group').length,
      musicbrainz.journal.requests('GET /ws/2/release-group/:id').length,
    ]
    const all = async () => {
      await get('/api/discover/music/popular')
      await get('/api/discover/music/new-releases')
      await get('/api/discover/music/genre?genre=rock')
      await get(`/api/media/music/${ALBUM.live}`)
      await get('/api/discover/music/search?query=night%20ferry')
      return asked()
    }
    expect(await all()).toEqual([1, 1, 3, 1])
    app.clock.advance(HOUR_MS / 2)
    expect(await all()).toEqual([1, 1, 3, 1])
    // Charts, their types, new releases and searches: an hour. Genres: six. Records: a day.
    app.clock.advance(HOUR_MS / 2)
    const { access_token } = (
      await app.call('POST', '/api/auth/refresh', { body: { refresh_token: admin.refresh_token } })
    ).body
    const later = (path: string) => get(path, callAs(app, access_token))
    await later('/api/discover/music/popular')
    await later('/api/discover/music/new-releases')
    await later('/api/discover/music/search?query=night%20ferry')
    await later('/api/discover/music/genre?genre=rock')
    await later(`/api/media/music/${ALBUM.live}`)
    expect(asked()).toEqual([2, 2, 5, 1])
  })

  it('that there is no such record is not kept', async () => {
    const { get, musicbrainz } = await buildMusicDiscovery()
    musicbrainz.music.merge(ALBUM.cast_off, ALBUM.cast_off.replace(/.$/, '0'))
    expect((await get(`/api/media/music/${ALBUM.cast_off}`)).status).toBe(404)
    musicbrainz.music.addGroup({ id: ALBUM.cast_off.replace(/.$/, '0'), title: 'Cast Off' })
    expect((await get(`/api/media/music/${ALBUM.cast_off}`)).status).toBe(200)
  })
})
