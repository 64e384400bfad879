import { afterEach, expect, it } from 'vitest'
import { openVendorDocument } from '../vendor-documents.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'lidarr'>
afterEach(() => world.close())

async function read(path: string): Promise<Record<string, unknown>[]> {
  const { url, api_key } = world.lidarr
  const answer = await fetch(`${url}/api/v1/${path}`, { headers: { 'x-api-key': api_key } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<string, unknown>[]
}

it('generates as many albums as were asked for, in the words of the vendor', {
  timeout: 30_000,
}, async () => {
  world = await startWorld({ products: ['lidarr'], bulk_albums: 25 })
  const albums = await read('album')
  expect(albums).toHaveLength(25)
  expect(new Set(albums.map(album => album['foreignAlbumId'])).size).toBe(25)
  const artists = await read('artist')
  expect(artists).toHaveLength(3)
  const own = await Promise.all(artists.map(artist => read(`album?artistId=${String(artist['id'])}`)))
  expect(own.flat()).toEqual(albums)
  const document = openVendorDocument('lidarr')
  const calls = world.lidarr.journal.requests('GET /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})
