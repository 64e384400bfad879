import { expect, it } from 'vitest'
import { startDemoWorld } from './demo.ts'
import { MINUTE_MS } from './kit/time.ts'

it('fills the shelves of the demo and keeps them busy', async () => {
  const world = await startDemoWorld()
  const { lidarr, chaptarr, jellyfin, plex, audiobookshelf, tdarr } = world
  expect(lidarr.albums().length).toBeGreaterThan(20)
  expect(new Set(chaptarr.books().map(book => book.format))).toEqual(new Set(['ebook', 'audiobook']))
  expect(jellyfin.library.items.size).toBeGreaterThan(100)
  expect(plex.library.items.size).toBe(jellyfin.library.items.size)
  expect(audiobookshelf.items.size).toBeGreaterThan(5)
  const running = () => [...lidarr.downloads(), ...chaptarr.downloads()].map(one => one.download_id)
  const working = () => tdarr.nodes.flatMap(node => node.jobs).map(job => job.id)
  const [downloads, jobs] = [running(), working()]
  expect([downloads.length, jobs.length]).toEqual([4, 3])
  await world.advance(30 * MINUTE_MS)
  expect(running().filter(id => downloads.includes(id))).toEqual([])
  expect(working().filter(id => jobs.includes(id))).toEqual([])
  await world.close()
})
