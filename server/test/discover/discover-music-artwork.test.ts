import { ALBUM, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { refusal, setGrants } from '#test/calls.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { addMusicInstance, addMusicUser, buildMusicDiscovery } from '#test/music-discovery.ts'

const PATH = `/api/discover/music/artwork/${ALBUM.night_ferry}`
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const MAX_BYTES = 4 * 1024 * 1024

describe('the relay of covers (1:4.3, 1/4.3, 0.3)', () => {
  it('shows what lies behind the archive, for a day, and asks once', async () => {
    const { get, coverart } = await buildMusicDiscovery()
    const answer = await get(PATH)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.raw.subarray(0, 8).equals(PNG)).toBe(true)
    await get(PATH)
    expect(coverart.journal.requests().map(({ path }) => path)).toEqual([
      `/release-group/${ALBUM.night_ferry}/front-500`,
    ])
    // Nothing of the caller goes there.
    const [call] = coverart.storage.journal.requests()
    expect(call?.headers).not.toHaveProperty('authorization')
    expect(call?.headers).not.toHaveProperty('cookie')
  })

  it('R14: opens to the image cookie, of those who have a library', async () => {
    const world = await buildMusicDiscovery()
    await addMusicInstance(world.app)
    const signIn = async (username: string) => {
      const body = { username, password: 'correct horse' }
      const { headers } = await world.app.call('POST', '/api/auth/login', { body, from: '198.51.100.9' })
      return /foyer_images=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? ''
    }
    const bob = await addMusicUser(world)
    const cookie = await signIn('bob')
    const show = () => world.app.call('GET', PATH, { headers: { cookie } })
    expect((await show()).status).toBe(200)
    expect((await world.app.call('GET', `${PATH}?instance_id=music`, { headers: { cookie } })).status).toBe(
      200,
    )
    await setGrants(world.asAdmin, bob.user.id, { music_manager: [] })
    expect(refusal(await show())).toEqual([403, 'no_grant'])
    const elsewhere = await world.app.call('GET', '/api/discover/music/popular', { headers: { cookie } })
    expect(elsewhere.status).toBe(401)
  })

  it('has none: 404, remembered for a while and no longer', async () => {
    const { get, app, musicbrainz, coverart } = await buildMusicDiscovery()
    const { id } = musicbrainz.music.addGroup({ title: 'Plain Sleeve' })
    const path = `/api/discover/music/artwork/${id}`
    expect(refusal(await get(path))).toEqual([404, 'not_found'])
    expect(refusal(await get(path))).toEqual([404, 'not_found'])
    expect(coverart.journal.entries).toHaveLength(1)
    coverart.store(id, PNG)
    app.clock.advance(10 * 60_000)
    expect((await get(path)).status).toBe(200)
    const dark = `/api/discover/music/artwork/${ALBUM.live}`
    coverart.storage.faults.next('GET /0/items/*', status(403))
    expect(refusal(await get(dark))).toEqual([404, 'not_found'])
  })

  it('502 for something that is not a picture, whatever its declared type, or that is too large; it is not cached', async () => {
    const { get, coverart } = await buildMusicDiscovery()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const cases: [Buffer, string][] = [
      [Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
      [Buffer.from(svg), 'image/svg+xml'],
      [Buffer.from('%PDF-1.7'), 'application/pdf'],
      [Buffer.alloc(0), 'image/jpeg'],
      [Buffer.concat([PNG, Buffer.alloc(MAX_BYTES - PNG.length + 1)]), 'image/png'],
    ]
    for (const [bytes, type] of cases) {
      coverart.store(ALBUM.night_ferry, bytes, type)
      const answer = await get(PATH)
      expect([type, ...refusal(answer)]).toEqual([type, 502, 'upstream_failed'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    coverart.store(ALBUM.night_ferry, Buffer.concat([PNG, Buffer.alloc(MAX_BYTES - PNG.length)]))
    expect((await get(PATH)).status).toBe(200)
  })

  it('502 where it is led elsewhere, and goes there for nobody', async () => {
    let visits = 0
    await using elsewhere = await serveHttp((_request, response) => {
      visits += 1
      response.end(PNG)
    })
    const { get, coverart } = await buildMusicDiscovery()
    const { host } = new URL(elsewhere.origin)
    for (const location of [
      elsewhere.origin,
      `//${host}/a.png`,
      `http://user:pass@${coverart.storage_host}/a.png`,
      'https://archive.org.evil.example/a.png',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      'http://[::1]:1/a.png',
      '',
    ]) {
      coverart.leadTo(ALBUM.night_ferry, location || 'about:blank')
      expect([location, ...refusal(await get(PATH))]).toEqual([location, 502, 'upstream_failed'])
    }
    expect(visits).toBe(0)
  })

  it('follows five redirects and no sixth', async () => {
    const { get, coverart, musicbrainz } = await buildMusicDiscovery()
    // Each hop of the archive's own chain counts: 307, then 302.
    const again = (path: string) => `${coverart.url}/release-group/${path}/front-500`
    const ids = Array.from({ length: 5 }, (_, i) => musicbrainz.music.addGroup({ title: `Hop ${i}` }).id)
    const [a = '', b = '', c = '', d = '', last = ''] = ids
    coverart.store(last, PNG)
    coverart.leadTo(a, again(b))
    coverart.leadTo(b, again(c))
    coverart.leadTo(c, again(d))
    coverart.leadTo(d, again(last))
    expect((await get(`/api/discover/music/artwork/${b}`)).status).toBe(200)
    expect(refusal(await get(`/api/discover/music/artwork/${a}`))).toEqual([502, 'upstream_failed'])
  })

  it('502 when the archive is out, after two more tries', async () => {
    const { get, coverart } = await buildMusicDiscovery()
    coverart.faults.always('GET /release-group/*', status(503))
    expect(refusal(await get(PATH))).toEqual([502, 'upstream_failed'])
    expect(coverart.journal.entries).toHaveLength(3)
  })
})
