import { expect, it } from 'vitest'
import { fittingFolders, usualFolder } from './folders.ts'

const folder = (path: string, book_format?: 'ebook' | 'audiobook') => ({
  path,
  free_bytes: null,
  accessible: true,
  ...(book_format && { book_format }),
})
const FOLDERS = [folder('/books', 'ebook'), folder('/mixed'), folder('/spoken', 'audiobook')]
const book = (book_format: 'ebook' | 'audiobook' | 'both') => ({ media_type: 'book' as const, book_format })
const paths = (row: Parameters<typeof fittingFolders>[0]) => fittingFolders(row, FOLDERS).map(one => one.path)

it('offers the folders that are for everything that was requested', () => {
  expect(paths(book('ebook'))).toEqual(['/books', '/mixed'])
  expect(paths(book('both'))).toEqual(['/mixed'])
  expect(fittingFolders({ media_type: 'movie' }, [folder('/movies')])).toHaveLength(1)
})

it('says where it goes without a choice, if that is known', () => {
  const usual = (row: Parameters<typeof usualFolder>[0], of_library?: string) =>
    usualFolder(row, fittingFolders(row, FOLDERS), of_library)
  expect(usual(book('ebook'))).toBe('/books')
  expect(usual(book('ebook'), '/mixed')).toBe('/mixed')
  // The default of the library is for the other format.
  expect(usual(book('ebook'), '/spoken')).toBe('/books')
  expect(usual(book('both'))).toBeUndefined()
  const movies = [{ ...folder('/away'), accessible: false }, folder('/movies')]
  expect(usualFolder({ media_type: 'movie' }, movies, undefined)).toBe('/movies')
  expect(usualFolder({ media_type: 'movie' }, movies, '/gone')).toBe('/gone')
})
