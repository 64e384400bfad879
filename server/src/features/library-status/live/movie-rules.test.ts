import { describe, expect, it } from 'vitest'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { LibraryMovie } from '#ports/movie-library.ts'
import { liveMovie } from './movie-rules.ts'

const movie = (change: Partial<LibraryMovie> = {}): LibraryMovie => ({
  record_id: 7,
  tmdb_id: 603,
  has_file: false,
  monitored: true,
  ...change,
})
const download = (id: string, size: number, left: number): QueuedDownload => ({ id, size, left })
const half = [download('a', 1000, 500)]

describe('a movie (1/3)', () => {
  it.each([
    ['a file', movie({ has_file: true }), [], 'available', 100],
    ['a file while a better one is fetched', movie({ has_file: true }), half, 'available', 100],
    ['a file that nobody looks after', movie({ has_file: true, monitored: false }), [], 'available', 100],
    ['a queue item', movie(), half, 'downloading', 50],
    ['a queue item of an unmonitored movie', movie({ monitored: false }), half, 'downloading', 50],
    ['a queue item of unknown size', movie(), [download('a', 0, 0)], 'downloading', 0],
    ['two queue items', movie(), [...half, download('b', 3000, 3000)], 'downloading', 12.5],
    ['monitored', movie(), [], 'requested', 0],
    ['unmonitored without a file', movie({ monitored: false }), [], 'unavailable', 0],
    ['absent', null, [], 'unavailable', 0],
  ] as const)('%s', (_name, found, queue, status, progress) => {
    expect(liveMovie(found, queue)).toMatchObject({ known: true, status, progress })
  })

  it('1:4.8.7 is unknown when only a queue that cannot be read could decide', () => {
    expect(liveMovie(movie(), null)).toEqual({ known: false, reason: 'library_unavailable' })
    expect(liveMovie(movie({ has_file: true }), null)).toMatchObject({ known: true, status: 'available' })
    expect(liveMovie(null, null)).toMatchObject({ known: true, status: 'unavailable' })
  })

  it('1:2 tells the releases of movies in the library, each where it is known', () => {
    const both = movie({ in_cinemas: '2024-03-08', digital: '2024-05-14' })
    expect(liveMovie(both, [])).toMatchObject({
      releases: { in_cinemas: '2024-03-08', digital: '2024-05-14' },
    })
    expect(liveMovie(movie({ digital: '2024-05-14' }), [])).toMatchObject({
      releases: { digital: '2024-05-14' },
    })
    expect(liveMovie(movie(), [])).not.toHaveProperty('releases')
    expect(liveMovie(null, [])).toEqual({ known: true, status: 'unavailable', progress: 0 })
  })
})
