import { describe, expect, it } from 'vitest'
import { presentWorks, searchScope } from './work-rules.ts'

const LIBRARY = { instance_id: 'in_1', instance_name: 'Books', media_type: 'book' } as const

const work = (record_id: number, format: 'ebook' | 'audiobook' | null) => ({
  record_id,
  format,
  title: 'Low Water',
  folder: '',
  monitored: true,
  page: `book/${record_id}`,
  manager_url: `http://books/book/${record_id}`,
})

describe('what a library has of a book or album', () => {
  it('is one entry for each format, the ebook first', () => {
    const { entries } = presentWorks({
      ...LIBRARY,
      status_known: true,
      works: [work(7, 'audiobook'), work(8, 'ebook')],
    })
    expect(entries).toMatchObject([
      { record_id: 8, book_format: 'ebook', manager_url: 'http://books/book/8' },
      { record_id: 7, book_format: 'audiobook' },
    ])
  })

  it('has no format where the manager tells none', () => {
    const { entries } = presentWorks({ ...LIBRARY, status_known: true, works: [work(7, null)] })
    expect(entries[0]).not.toHaveProperty('book_format')
  })

  it('is unknown, not absent, with the reason', () => {
    expect(presentWorks({ ...LIBRARY, status_known: false, error: 'It sleeps.' })).toEqual({
      instance_id: 'in_1',
      instance_name: 'Books',
      status_known: false,
      error: 'It sleeps.',
      entries: [],
    })
  })
})

it('a search is for one book or one album', () => {
  const named = { instance_id: 'in_1', record_id: 7 }
  expect(searchScope('book', named)).toEqual({ media_type: 'book', instance_id: 'in_1', book_id: 7 })
  expect(searchScope('music', named)).toEqual({ media_type: 'music', instance_id: 'in_1', album_id: 7 })
})
