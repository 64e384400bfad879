import { expect, it } from 'vitest'
import { buildMusicDiscovery, until } from '#test/music-discovery.ts'

it('whoever closes the page gives the place to the next (1:4.3 rule 5)', async () => {
  const { app, musicbrainz, admin } = await buildMusicDiscovery()
  const origin = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const headers = { authorization: `Bearer ${admin.access_token}`, connection: 'close' }
  const search = (query: string, signal?: AbortSignal) =>
    fetch(`${origin}/api/discover/music/search?query=${query}`, { headers, ...(signal && { signal }) })
  expect((await search('quay')).status).toBe(200)

  const seen = { arrived: 0, left: 0 }
  app.http.server.on('request', ({ socket }) => {
    seen.arrived += 1
    socket.on('close', () => (seen.left += 1))
  })
  const leaving = new AbortController()
  const gone = search('gone', leaving.signal).catch((error: unknown) => error)
  await until(() => seen.arrived === 1)
  const stays = search('stays')
  await until(() => seen.arrived === 2)
  leaving.abort()
  expect(await gone).toMatchObject({ name: 'AbortError' })
  await until(() => seen.left === 1)
  app.clock.advance(1000)
  expect((await stays).status).toBe(200)
  const asked = musicbrainz.journal.entries.map(({ query }) => query.get('query') ?? '')
  expect(asked.map(query => /"(\w+)"/.exec(query)?.[1])).toEqual(['quay', 'stays'])
})
