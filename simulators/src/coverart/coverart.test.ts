import { afterEach, beforeEach, expect, it } from 'vitest'
import { ALBUM } from '../lidarr/music-catalogue.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'coverart' | 'musicbrainz'>

beforeEach(async () => {
  world = await startWorld({ products: ['coverart', 'musicbrainz'] })
})
afterEach(() => world.close())

const front = (id: string, redirect: 'follow' | 'manual' = 'follow', size = 'front-500') =>
  fetch(`${world.coverart.url}/release-group/${id}/${size}`, { redirect })

it('leads over the archive to a storage node', async () => {
  const first = await front(ALBUM.night_ferry, 'manual')
  expect(first.status).toBe(307)
  expect(first.headers.get('location')).toMatch(/^\/\/127\.0\.0\.1:\d+\/download\//)
  const answer = await front(ALBUM.night_ferry)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(new URL(answer.url).host).toBe(world.coverart.storage_host)
})

it('has no cover of what nobody uploaded one for, and no other pictures of a record', async () => {
  const { id } = world.musicbrainz.music.addGroup({ title: 'Plain Sleeve' })
  expect((await front(id)).status).toBe(404)
  expect((await front(ALBUM.night_ferry, 'follow', 'back')).status).toBe(400)
})

it('can be made to lead astray and to store anything', async () => {
  world.coverart.leadTo(ALBUM.cast_off, 'https://elsewhere.example/')
  expect((await front(ALBUM.cast_off, 'manual')).headers.get('location')).toBe('https://elsewhere.example/')
  world.coverart.store(ALBUM.live, Buffer.from('%PDF-1.7'), 'application/pdf')
  expect(await (await front(ALBUM.live)).text()).toBe('%PDF-1.7')
})
