import type { BookFormat } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import type { BookOptions } from '#ports/courier-books.ts'
import { chooseBookPlace, chooseEntry, concernAuthors } from './book-place-rules.ts'

const entry = (name: string, format: BookFormat | null = null) => ({ name, format })
const chosen = (entries: ReturnType<typeof entry>[], format: BookFormat) => {
  const choice = chooseEntry(entries, format)
  return 'one' in choice ? choice.one.name : Object.keys(choice)[0]
}

describe('1:4.8.5: which profile or folder a format uses', () => {
  it.each<[string, ReturnType<typeof entry>[], BookFormat, string]>([
    ['the unique typed one', [entry('A', 'ebook'), entry('B', 'audiobook'), entry('Ebook')], 'ebook', 'A'],
    ['several typed ones are ambiguous', [entry('A', 'ebook'), entry('B', 'ebook')], 'ebook', 'several'],
    ['a legacy one by its name', [entry('eBook'), entry('Any'), entry('Other')], 'ebook', 'eBook'],
    ['a legacy one for listening', [entry('eBook'), entry('Spoken')], 'audiobook', 'Spoken'],
    ['the only legacy one', [entry('Any'), entry('B', 'audiobook')], 'ebook', 'Any'],
    ['the unique Default', [entry('Default'), entry('Second'), entry('Third')], 'ebook', 'Default'],
    ['two Defaults are ambiguous', [entry('Default'), entry('Default 2'), entry('X')], 'ebook', 'several'],
    ['nothing to tell them apart', [entry('One'), entry('Two')], 'ebook', 'several'],
    ['none but the other format', [entry('B', 'audiobook')], 'ebook', 'none'],
    ['none but one named after the other', [entry('Audiobooks')], 'ebook', 'none'],
    ['none at all', [], 'audiobook', 'none'],
  ])('%s', (_name, entries, format, expected) => {
    expect(chosen(entries, format)).toBe(expected)
  })
})

describe('where a new book goes', () => {
  const names = { product: 'Chaptarr', instance_name: 'Books' }
  const options: BookOptions = {
    quality_profiles: [
      { id: 1, name: 'eBook', format: 'ebook' },
      { id: 2, name: 'Spoken', format: 'audiobook' },
    ],
    metadata_profiles: [
      { id: 3, name: 'Ebook Default', format: 'ebook' },
      { id: 4, name: 'Audiobook Default', format: 'audiobook' },
    ],
    root_folders: [
      { path: '/books', name: 'Books', format: 'ebook', accessible: true },
      { path: '/spoken', name: 'Spoken', format: 'audiobook', accessible: true },
    ],
  }
  const code = (given: Partial<BookOptions>, format: BookFormat = 'ebook') => {
    const found = chooseBookPlace({ ...options, ...given }, format, names)
    if ('place' in found) return found.place
    const { outcome } = found
    return 'attention' in outcome
      ? `attention ${outcome.attention}`
      : 'retry' in outcome
        ? `retry ${outcome.retry}`
        : ''
  }

  it('each format by its own folders and profiles', () => {
    expect(code({})).toEqual({ quality_profile_id: 1, metadata_profile_id: 3, root_folder: '/books' })
    expect(code({}, 'audiobook')).toEqual({
      quality_profile_id: 2,
      metadata_profile_id: 4,
      root_folder: '/spoken',
    })
  })

  it('a single root folder without a type is used for both formats', () => {
    const root_folders = [{ path: '/library', name: '', format: null, accessible: true }]
    expect(code({ root_folders })).toMatchObject({ root_folder: '/library' })
    expect(code({ root_folders }, 'audiobook')).toMatchObject({ root_folder: '/library' })
  })

  it('what an admin must settle is reported; a folder that is out of reach is tried again', () => {
    expect(code({ quality_profiles: [] })).toBe('attention book_configuration')
    expect(code({ metadata_profiles: [] })).toBe('attention book_configuration')
    expect(code({ root_folders: [] })).toBe('attention book_configuration')
    const [books] = options.root_folders
    const twice = [books, { ...books, path: '/more' }] as BookOptions['root_folders']
    expect(code({ root_folders: twice })).toBe('attention book_configuration')
    const gone = options.root_folders.map(one => ({ ...one, accessible: false }))
    expect(code({ root_folders: gone })).toBe('retry library_unavailable')
    expect(
      code({ root_folders: [...gone, { path: '/new', name: 'Books', format: 'ebook', accessible: true }] }),
    ).toMatchObject({
      root_folder: '/new',
    })
  })
})

describe('C59: the defaults of a book library', () => {
  const names = { product: 'Chaptarr', instance_name: 'Books' }
  const options: BookOptions = {
    quality_profiles: [
      { id: 1, name: 'eBook', format: 'ebook' },
      { id: 2, name: 'Spoken', format: 'audiobook' },
      { id: 5, name: 'EPUB only', format: 'ebook' },
      { id: 6, name: 'Any', format: null },
    ],
    metadata_profiles: [
      { id: 3, name: 'Ebook Default', format: 'ebook' },
      { id: 4, name: 'Audiobook Default', format: 'audiobook' },
    ],
    root_folders: [
      { path: '/books', name: 'Books', format: 'ebook', accessible: true },
      { path: '/more', name: 'More', format: 'ebook', accessible: true },
      { path: '/spoken', name: 'Spoken', format: 'audiobook', accessible: true },
      { path: '/away', name: 'Away', format: 'audiobook', accessible: false },
    ],
  }
  const DEFAULTS = { quality_profile_id: 5, metadata_profile_id: 3, root_folder: '/more/' }
  const missing = { outcome: { attention: 'delivery_default_missing' } }

  it('apply to the format of their type, and decide where the choice was ambiguous', () => {
    expect(chooseBookPlace(options, 'ebook', names, DEFAULTS)).toEqual({
      place: { quality_profile_id: 5, metadata_profile_id: 3, root_folder: '/more' },
    })
    expect(chooseBookPlace(options, 'audiobook', names, DEFAULTS)).toEqual({
      place: { quality_profile_id: 2, metadata_profile_id: 4, root_folder: '/spoken' },
    })
  })

  it('an entry without a type is for both formats, and the choice of an admin ranks above it', () => {
    const any = { ...DEFAULTS, quality_profile_id: 6 }
    const quality = (format: BookFormat, chosen: { chosen_quality?: number }) =>
      chooseBookPlace(options, format, names, { ...any, ...chosen })
    expect(quality('audiobook', {})).toMatchObject({ place: { quality_profile_id: 6 } })
    expect(quality('ebook', { chosen_quality: 1 })).toMatchObject({ place: { quality_profile_id: 1 } })
    // If the chosen one is of the other format or gone, no other one replaces it.
    expect(quality('ebook', { chosen_quality: 2 })).toMatchObject(missing)
    expect(quality('ebook', { chosen_quality: 9 })).toMatchObject(missing)
  })

  it('a folder that an admin chose for the request is not replaced either', () => {
    const chosen = (root_folder: string) => ({ ...DEFAULTS, root_folder, is_folder_chosen: true })
    expect(chooseBookPlace(options, 'ebook', names, chosen('/books'))).toMatchObject({
      place: { root_folder: '/books' },
    })
    for (const path of ['/spoken', '/away', '/gone'])
      expect(chooseBookPlace(options, 'ebook', names, chosen(path))).toMatchObject(missing)
  })

  it.each([{ quality_profile_id: 9 }, { metadata_profile_id: 9 }, { root_folder: '/gone' }])(
    'what is gone could have been for either format: %j',
    gone => {
      const defaults = { ...DEFAULTS, ...gone }
      expect(chooseBookPlace(options, 'ebook', names, defaults)).toMatchObject(missing)
      expect(chooseBookPlace(options, 'audiobook', names, defaults)).toMatchObject(missing)
    },
  )

  it('a folder out of reach stops its own format only', () => {
    const defaults = { ...DEFAULTS, root_folder: '/away' }
    const single = { ...options, root_folders: options.root_folders.filter(one => one.path !== '/more') }
    expect(chooseBookPlace(single, 'audiobook', names, defaults)).toMatchObject(missing)
    expect(chooseBookPlace(single, 'ebook', names, defaults)).toMatchObject({
      place: { root_folder: '/books' },
    })
  })

  it('an author is looked up only if the defaults contain something that authors have too', () => {
    expect(concernAuthors({})).toBe(false)
    expect(concernAuthors({ search_on_add: false, tags: [] })).toBe(false)
    expect(concernAuthors({ tags: [1] })).toBe(true)
    expect(concernAuthors({ root_folder: '/books' })).toBe(true)
  })
})
