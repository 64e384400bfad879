import { describe, expect, it } from 'vitest'
import { chosenFormats, settledFormats, shelfSelection } from './format-choice.ts'

const book = { media_type: 'book', foreign_id: 'hc:1', name: 'Tidewater' } as const

describe('formats of a book', () => {
  it('are settled once available or on the way', () => {
    expect(settledFormats({ book_formats: { ebook: 'available', audiobook: 'unavailable' } })).toEqual([
      'ebook',
    ])
    expect(settledFormats({ book_formats: { ebook: 'denied', audiobook: 'pending' } })).toEqual(['audiobook'])
    expect(settledFormats(undefined)).toEqual([])
  })

  it('default to all open ones, and never include settled ones', () => {
    expect(chosenFormats(undefined, [])).toEqual(['ebook', 'audiobook'])
    expect(chosenFormats(undefined, ['ebook'])).toEqual(['audiobook'])
    expect(chosenFormats(['ebook'], [])).toEqual(['ebook'])
    expect(chosenFormats(['ebook'], ['ebook'])).toEqual([])
  })

  it('1/4.6 are sent by name, both together as one value', () => {
    const draft = { instance_id: 'b', on_behalf_of: undefined }
    expect(shelfSelection(book, { ...draft, formats: ['audiobook'] })).toEqual({
      media_type: 'book',
      foreign_id: 'hc:1',
      title: 'Tidewater',
      book_format: 'audiobook',
      instance_id: 'b',
    })
    expect(shelfSelection(book, { ...draft, formats: ['ebook', 'audiobook'] }).book_format).toBe('both')
  })

  it('are not part of an album request', () => {
    const album = {
      media_type: 'music',
      foreign_id: 'rg',
      name: 'Night Ferry',
      search_term: 'ferry',
    } as const
    expect(shelfSelection(album, { instance_id: undefined, on_behalf_of: 7, formats: [] })).toEqual({
      media_type: 'music',
      foreign_id: 'rg',
      title: 'Night Ferry',
      search_term: 'ferry',
      on_behalf_of: 7,
    })
  })
})
