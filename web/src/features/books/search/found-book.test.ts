import { describe, expect, it } from 'vitest'
import { authorTerm, foundAuthor, foundAuthors, foundBooks, lookupTerm } from './found-book.ts'

const row = {
  title: 'Tidewater',
  foreignBookId: 'hc:12',
  hardcoverBookId: 'hc:12',
  seriesTitle: 'Harbour #2',
  releaseDate: '2020-05-01T00:00:00Z',
  pageCount: 320,
  ratings: { votes: 3, value: 4.1 },
  genres: ['Fantasy'],
  overview: 'A harbour town.',
  images: [{ coverType: 'cover', url: '/MediaCover/1.jpg', remoteUrl: 'https://covers.example/1.jpg' }],
  author: { authorName: 'Ida Brandt', foreignAuthorId: 'hc:9' },
  editions: [{ isbn13: '9780306406157' }, {}],
}

describe("books from a manager's search", () => {
  it('contain what pages show and the keys the library may know them by', () => {
    expect(foundBooks([row])[0]).toMatchObject({
      foreign_id: 'hc:12',
      author: 'Ida Brandt',
      year: '2020',
      cover: 'https://covers.example/1.jpg',
      keys: ['work:hc:12', 'isbn13:9780306406157'],
    })
  })

  it('are shown once, and only with a title', () => {
    expect(foundBooks([row, row, { title: 'No id' }, { foreignBookId: 'hc:1' }, null])).toHaveLength(1)
    expect(foundBooks({ error: 'no' })).toEqual([])
  })

  it('leave out missing fields and invalid dates', () => {
    const bare = foundBooks([
      { title: 'A', foreignBookId: '7', releaseDate: '0001-01-01T00:00:00Z', pageCount: 0 },
    ])
    expect(bare[0]).toMatchObject({ year: undefined, pages: undefined, cover: undefined, keys: [] })
  })

  it('are found again by their id in the format of their manager', () => {
    expect(['hc:12', 'bp:12', '4711', 'gr:5'].map(lookupTerm)).toEqual([
      'hc:12',
      'hc:12',
      'work:4711',
      'gr:5',
    ])
  })
})

describe("an author from a manager's search", () => {
  const hit = {
    foreignAuthorId: 'hc:9',
    authorName: 'Ida Brandt',
    overview: ' Writes about harbours. ',
    images: [{ coverType: 'poster', remoteUrl: 'https://faces.example/9.jpg' }],
  }

  it('is the one with the id, not one of the same name', () => {
    const other = { ...hit, foreignAuthorId: 'hc:90' }
    expect(foundAuthor([null, other, hit], 'hc:9')).toEqual({
      name: 'Ida Brandt',
      overview: 'Writes about harbours.',
      picture: 'https://faces.example/9.jpg',
    })
    expect(foundAuthor([other], 'hc:9')).toBeNull()
    expect(foundAuthor([{ foreignAuthorId: 'hc:9' }], 'hc:9')).toBeNull()
    expect(foundAuthor({ error: 'no' }, 'hc:9')).toBeNull()
  })

  it('is found once with the books, with a picture where there is one', () => {
    const named = { ...row, author: hit }
    const other = { ...row, foreignBookId: 'hc:13' }
    expect(foundAuthors(foundBooks([named, other]))).toEqual([
      { id: 'hc:9', name: 'Ida Brandt', picture: 'https://faces.example/9.jpg' },
    ])
    expect(foundAuthors(foundBooks([other]))[0]?.picture).toBeUndefined()
  })

  it('is asked for in the words of their manager', () => {
    expect(['hc:9', '5005'].map(authorTerm)).toEqual(['hc:9', 'author:5005'])
  })
})
