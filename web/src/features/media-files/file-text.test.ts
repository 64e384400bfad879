import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { shelves } from '#locales/en/shelves.ts'
import { endingOf, episodeCode, fileText, sharedOf } from './file-text.ts'

const i18n = i18next.createInstance()
beforeAll(() => i18n.init({ lng: 'en', resources: { en: { translation: shelves } } }))

describe('1:4.13.5 the label of a file', () => {
  it.each([
    [{ season_number: 1, episode_numbers: [3], title: 'The Lighthouse' }, 'S01E03 · The Lighthouse'],
    [{ season_number: 1, episode_numbers: [3, 4], title: 'The Lighthouse' }, 'S01E03–E04 · The Lighthouse'],
    [{ season_number: 12, episode_numbers: [104] }, 'S12E104'],
    [{ track_number: 4, title: 'Cast Off' }, 'Track 4 · Cast Off'],
    [{ track_number: 4, disc_number: 1, title: 'Cast Off' }, 'Track 4 · Cast Off'],
    [{ track_number: 4, disc_number: 2, title: 'Cast Off' }, 'Disc 2, track 4 · Cast Off'],
    [{ part_number: 2 }, 'Part 2'],
    [{ part_number: 2, format: 'audiobook' as const }, 'Part 2'],
    [{ part_number: 2, format: 'ebook' as const }, 'book.epub'],
    [{ season_number: 1, episode_numbers: [], title: 'Extra' }, 'Extra'],
  ])('%j', (file, words) => expect(fileText(i18n.t, { name: 'book.epub', ...file })).toBe(words))

  it('writes an episode code the same in every language', () => {
    expect(episodeCode(0, [1])).toBe('S00E01')
    expect(episodeCode(2, [1, 2, 3])).toBe('S02E01–E03')
  })

  it('knows a format by the file extension', () => {
    expect(endingOf('The Harbour.epub')).toBe('EPUB')
    expect(endingOf('The Harbour (Dr. Vale)')).toBeUndefined()
  })
})

it('counts only what is shared', () => {
  const files = [
    { downloadable: true, size_bytes: 5 },
    { downloadable: false, size_bytes: 7 },
    { downloadable: true, size_bytes: 1 },
  ]
  expect(sharedOf(files)).toEqual({ shared: [files[0], files[2]], size_bytes: 6 })
})
