import { describe, expect, it } from 'vitest'
import { isVisible, presentAddition, type Reader, withoutRepeats } from './addition-rules.ts'
import type { Addition } from './addition-store.ts'

const AT = '2026-11-15T09:00:00.000Z'
const addition = (more: Partial<Addition>): Addition => ({
  instance_id: 'in_a',
  title_key: 'movie:603',
  media_type: 'movie',
  tmdb_id: 603,
  foreign_id: null,
  title: 'As the library calls it',
  added_at: AT,
  ...more,
})

describe('what arrived lately', () => {
  const anybody: Reader = {
    is_limited: false,
    allowed_titles: new Set(['movie:603']),
    instances: new Set(['in_a']),
    hidden: [],
    isWorkHidden: ({ foreign_id }) => foreign_id === '7',
    isBookNamed: title => title === 'Hidden',
  }
  const unknown = addition({ media_type: 'tv', title_key: 'tv:9', tmdb_id: null })

  it('is shown by library, media type and limits; what cannot be judged is not for a kid', () => {
    expect(isVisible(addition({}), anybody)).toBe(true)
    expect(isVisible(addition({ instance_id: 'in_b' }), anybody)).toBe(false)
    expect(isVisible(addition({}), { ...anybody, hidden: ['movie'] })).toBe(false)
    expect(isVisible(addition({ tmdb_id: 604 }), anybody)).toBe(false)
    expect(isVisible(unknown, anybody)).toBe(true)
    expect(isVisible(unknown, { ...anybody, is_limited: true })).toBe(false)
    expect(isVisible(addition({ media_type: 'book', tmdb_id: null }), { ...anybody, is_limited: true })).toBe(
      true,
    )
  })

  it('leaves out hidden books and albums; one without an id stays', () => {
    const book = { media_type: 'book', tmdb_id: null } as const
    expect(isVisible(addition({ ...book, foreign_id: '7' }), anybody)).toBe(false)
    expect(isVisible(addition({ ...book, foreign_id: '8' }), anybody)).toBe(true)
    expect(isVisible(addition(book), anybody)).toBe(true)
    expect(isVisible(addition({ ...book, foreign_id: '8', title: 'Hidden' }), anybody)).toBe(false)
  })

  it('names a title once, but books of two libraries twice: their ids are their own', () => {
    const book = { media_type: 'book', tmdb_id: null, foreign_id: '7' } as const
    const rows = [
      addition({ instance_id: 'in_4k' }),
      addition({}),
      addition({ ...book, title_key: 'book:record-1' }),
      addition({ ...book, title_key: 'book:record-1', instance_id: 'in_b' }),
    ]
    expect(withoutRepeats(rows)).toEqual([rows[0], rows[2], rows[3]])
  })

  it('is called as the provider calls it, and by the library’s name without one', () => {
    const common = { media_type: 'movie', tmdb_id: 603, instance_id: 'in_a', added_at: AT }
    expect(presentAddition(addition({}), { title: 'Matrix', poster_path: '/m.jpg' })).toEqual({
      ...common,
      title: 'Matrix',
      poster_path: '/m.jpg',
    })
    expect(presentAddition(addition({}), null)).toEqual({ ...common, title: 'As the library calls it' })
  })
})
