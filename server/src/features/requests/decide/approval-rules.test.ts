import { describe, expect, it } from 'vitest'
import { isInTheWay, unknownChoices } from './approval-rules.ts'

describe('an open request in the library that an admin names', () => {
  it.each([
    ['of a movie, a book or an album', null, null, true],
    ['for the same seasons', [1, 2], [1, 2], true],
    ['for some of the seasons', [1, 2], [2, 3], true],
    ['for other seasons (1/4.6)', [1, 2], [3], false],
  ])('%s is in the way: %j and %j', (_which, asked, there, expected) => {
    expect(isInTheWay({ seasons: asked }, { seasons: there })).toBe(expected)
  })
})

describe('what an approval names of a library', () => {
  const offered = {
    quality_profiles: [{ id: 4 }, { id: 6, book_format: 'ebook' as const }],
    root_folders: [
      { path: '/a', accessible: true },
      { path: '/gone', accessible: false },
      { path: '/spoken', accessible: true, book_format: 'audiobook' as const },
    ],
  }

  it.each([
    [{}],
    [{ quality_profile_id: 4, root_folder: '/a' }],
    // The default of the library, whatever it is.
    [{ quality_profile_id: 0 }],
  ])('%j is there', choice => {
    expect(unknownChoices(choice, offered, [''])).toBeNull()
  })

  it('of a book, it must be for each format that was requested', () => {
    const spoken = { root_folder: '/spoken' }
    expect(unknownChoices(spoken, offered, ['audiobook'])).toBeNull()
    expect(unknownChoices({ root_folder: '/a' }, offered, ['ebook', 'audiobook'])).toBeNull()
    expect(unknownChoices(spoken, offered, ['ebook', 'audiobook'])).toHaveProperty('root_folder')
    expect(unknownChoices({ quality_profile_id: 6 }, offered, ['audiobook'])).toHaveProperty(
      'quality_profile_id',
    )
  })

  it.each([
    [{ quality_profile_id: 5, root_folder: '/a' }, ['quality_profile_id']],
    [{ root_folder: '/b' }, ['root_folder']],
    [{ root_folder: '/gone' }, ['root_folder']],
    [{ quality_profile_id: 5, root_folder: '/b' }, ['quality_profile_id', 'root_folder']],
  ])('%j is not: %j', (choice, fields) => {
    expect(Object.keys(unknownChoices(choice, offered, ['']) ?? {})).toEqual(fields)
  })
})
