import type { BookFormat } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import type { BookOptions } from '#ports/courier-books.ts'
import { chooseBookPlace, chooseEntry } from './book-place-rules.ts'

const entry = (name: string, format: BookFormat | null = null) => ({ name, format })
const chosen = (entries: ReturnType<typeof entry>[], format: BookFormat) => {
  const choice = chooseEntry(entries, format)
  return 'one' in choice ? choice.one.name : Object.keys(choice)[0]
}

describe('1:4.8.5: which entry a format takes', () => {
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

  it('each format by its own entries', () => {
    expect(code({})).toEqual({ quality_profile_id: 1, metadata_profile_id: 3, root_folder: '/books' })
    expect(code({}, 'audiobook')).toEqual({
      quality_profile_id: 2,
      metadata_profile_id: 4,
      root_folder: '/spoken',
    })
  })

  it('a sole generic root stays valid for both', () => {
    const root_folders = [{ path: '/library', name: '', format: null, accessible: true }]
    expect(code({ root_folders })).toMatchObject({ root_folder: '/library' })
    expect(code({ root_folders }, 'audiobook')).toMatchObject({ root_folder: '/library' })
  })

  it('what an admin must settle is told; what a disk must, is tried again', () => {
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
