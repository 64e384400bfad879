import { expect, it } from 'vitest'
import { factsOf, pathInLibrary, WireFileFacts } from './servarr-file-facts.ts'

it.each([
  ['/movies/Alien (1979)/Alien.mkv', 'Alien.mkv', 'Alien (1979)/Alien.mkv'],
  ['/tv/Harbor Lights/Season 01/x.mkv', 'Season 01/x.mkv', 'Harbor Lights/Season 01/x.mkv'],
  ['D:\\TV\\Harbor Lights\\Season 01\\x.mkv', 'Season 01\\x.mkv', 'Harbor Lights/Season 01/x.mkv'],
  // Music and books do not say where the title begins.
  ['/music/The Quay/Night Ferry/01.flac', undefined, '01.flac'],
])('%s is shown as seen from the library', (path, below, shown) => {
  expect(pathInLibrary(path, below)).toBe(shown)
})

it('leaves out what the manager does not know (radarr.md, "File record")', () => {
  const file = WireFileFacts.parse({ id: 5, path: '/books/x.epub', size: 3 })
  expect(factsOf(file)).toEqual({
    file_id: 5,
    path: 'x.epub',
    size_bytes: 3,
    added_at: null,
    quality: null,
    formats: [],
    format_score: null,
    languages: [],
    release_group: null,
    below_cutoff: false,
    video: null,
    audio: null,
    subtitles: null,
  })
})
