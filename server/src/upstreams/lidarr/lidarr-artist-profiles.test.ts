import { expect, it } from 'vitest'
import type { Transport } from '#kit/outbound.ts'
import { createAnswer } from '#kit/outbound/answer.ts'
import { createLidarrArtistProfiles } from './lidarr-artist-profiles.ts'

const ID = '0a0b0c0d-0001-4000-8000-000000000001'
const LIDARR = { url: 'http://lidarr.test', api_key: 'key' }

/** A Lidarr without the artist in its library, whose provider has a picture at this address. */
function openProfiles(remoteUrl: string) {
  const asked: string[] = []
  const sends =
    (answer: (url: string) => Buffer): Pick<Transport, 'send'>['send'] =>
    async request => {
      const url = String(request.url)
      asked.push(url)
      return createAnswer({
        upstream: request.upstream,
        status: 200,
        headers: {},
        url: new URL(url),
        bytes: answer(url),
      })
    }
  const found = JSON.stringify([
    {
      foreignArtistId: ID,
      overview: ' ',
      images: [{ coverType: 'poster', url: '/MediaCoverProxy/1', remoteUrl }],
    },
  ])
  const profiles = createLidarrArtistProfiles({
    // Only `send` is used.
    internal: { send: sends(url => Buffer.from(url.endsWith('/lookup') ? found : '[]')) } as Transport,
    external: { send: sends(() => Buffer.from('picture')) } as Transport,
  })
  return { profiles, asked }
}

it('reads the picture of an artist outside the library at the provider; blank text is none', async () => {
  const { profiles, asked } = openProfiles('https://images.lidarr.audio/cache/a.jpg')
  expect(await profiles.find(LIDARR, ID)).toEqual({ has_picture: true })
  expect((await profiles.picture(LIDARR, ID))?.toString()).toBe('picture')
  expect(asked.at(-1)).toBe('https://images.lidarr.audio/cache/a.jpg')
})

it.each([
  'http://images.lidarr.audio/a.jpg',
  'https://images.lidarr.audio:8443/a.jpg',
  'https://lidarr.audio.example/a.jpg',
  'https://169.254.169.254/latest',
  'https://user@images.lidarr.audio/a.jpg',
  '',
])('reads nothing from %s', async address => {
  const { profiles, asked } = openProfiles(address)
  expect(await profiles.find(LIDARR, ID)).toEqual({ has_picture: false })
  expect(await profiles.picture(LIDARR, ID)).toBeNull()
  expect(asked.every(url => url.startsWith(LIDARR.url))).toBe(true)
})
