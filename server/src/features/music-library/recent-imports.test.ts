import { expect, it } from 'vitest'
import type { LibraryAlbum, MusicLibrary } from '#ports/music-library.ts'
import { readRecent } from './recent-imports.ts'

const connection = { url: 'http://lidarr.invalid', api_key: null }

function albums(count: number): LibraryAlbum[] {
  return Array.from({ length: count }, (_, i) => ({
    record_id: i + 1,
    foreign_id: `g${i + 1}`,
    artist_id: 1,
    title: `Album ${i + 1}`,
    release_type: 'Album',
    year: null,
    monitored: true,
    track_count: 1,
    track_file_count: 1,
    cover: null,
  }))
}

/** Album n arrived on second n; its first file a day before. */
const timeOf = (id: number) => new Date(Date.UTC(2026, 0, 2) + id * 1000).toISOString()

function library(history: number[][] = []) {
  const seen = { at_once: 0, most: 0, files: 0, pages: 0 }
  const parts: Pick<MusicLibrary, 'filesOf' | 'importedLately'> = {
    async filesOf(_, ids) {
      seen.files += ids.length
      seen.most = Math.max(seen.most, ++seen.at_once)
      await Promise.resolve()
      seen.at_once -= 1
      return ids.flatMap(album_id => [
        { album_id, added_at: timeOf(album_id) },
        { album_id, added_at: '2026-01-01T00:00:00.000Z' },
      ])
    },
    async importedLately(_, page) {
      seen.pages += 1
      return history[page - 1] ?? []
    },
  }
  // Only what recency is read by.
  return { library: parts as MusicLibrary, seen }
}

it('tells the newest fifty by their newest file, four reads at a time (1/4.10)', async () => {
  const { library: shelf, seen } = library()
  const found = await readRecent(shelf, connection, albums(1000))
  expect(found.map(one => one.album.record_id)).toEqual(Array.from({ length: 50 }, (_, i) => 1000 - i))
  expect(found[0]?.imported_at).toBe(timeOf(1000))
  expect(seen).toMatchObject({ most: 4, files: 1000, pages: 0 })
})

it('of a large library only what the history names is read, and what is gone from it is left out', async () => {
  const { library: shelf, seen } = library([
    [3000, 99_999, 2999],
    [7, 3000],
  ])
  const found = await readRecent(shelf, connection, albums(3000))
  expect(found.map(one => one.album.record_id)).toEqual([3000, 2999, 7])
  expect(seen).toMatchObject({ files: 3, pages: 3 })
})

it('any failed read fails all of it: never a short list', async () => {
  const { library: shelf } = library()
  let calls = 0
  const failing: MusicLibrary = {
    ...shelf,
    async filesOf(...args) {
      calls += 1
      if (calls === 3) throw new Error('silent')
      return shelf.filesOf(...args)
    },
  }
  await expect(readRecent(failing, connection, albums(1000))).rejects.toThrow('silent')
  // Four were under way; of the other sixteen none is asked for.
  expect(calls).toBeLessThanOrEqual(8)
})
