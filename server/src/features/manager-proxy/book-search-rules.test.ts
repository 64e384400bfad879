import { expect, it } from 'vitest'
import { foundBooks } from './book-search-rules.ts'

const HIT = { foreignBookId: 'hc:12', title: 'The Tidewater Ledger' }

it('presents a hit in neutral words', () => {
  const hit = {
    ...HIT,
    author: { authorName: ' Ines Moor ', foreignAuthorId: 'hc:901' },
    releaseDate: '2019-05-01T00:00:00Z',
    seriesTitle: 'Tidewater #1',
    overview: 'A ledger.',
    ratings: { value: 4.2, votes: 9 },
    images: [
      { coverType: 'fanart', remoteUrl: 'https://covers.example/f.jpg' },
      { coverType: 'cover', url: '/MediaCover/1/cover.jpg', remoteUrl: 'https://covers.example/c.jpg' },
    ],
  }
  expect(foundBooks([hit])).toEqual([
    {
      foreign_id: 'hc:12',
      title: 'The Tidewater Ledger',
      author: 'Ines Moor',
      author_foreign_id: 'hc:901',
      year: 2019,
      series: 'Tidewater #1',
      overview: 'A ledger.',
      cover: 'https://covers.example/c.jpg',
      rating: 4.2,
    },
  ])
})

it('leaves out parts of the wrong type, and paths that only the manager knows', () => {
  const hit = { ...HIT, author: 'Ines Moor', ratings: { value: 0 }, images: [{ url: '/MediaCover/1.jpg' }] }
  expect(foundBooks([hit])).toEqual([
    expect.objectContaining({ foreign_id: 'hc:12', author: undefined, rating: undefined, cover: undefined }),
  ])
})

it('lists each book once, and no hit without an id or a title', () => {
  const hits = [HIT, { ...HIT, mediaType: 'audiobook' }, { title: 'No id' }, { foreignBookId: 'hc:2' }, null]
  expect(foundBooks(hits).map(book => book.foreign_id)).toEqual(['hc:12'])
})
