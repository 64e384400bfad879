import { describe, expect, it } from 'vitest'
import { interleave, titleOf, titlesOf, yearOf } from './title.ts'

describe('titleOf', () => {
  it('takes the media type from the row, otherwise from the route', () => {
    expect(titleOf({ id: 1, media_type: 'tv', name: 'Night Porters' }, 'movie')?.type).toBe('tv')
    expect(titleOf({ id: 1, title: 'Heist' }, 'movie')?.type).toBe('movie')
    expect(titleOf({ id: 1, title: 'Heist' })).toBeNull()
  })

  it('shows a person by the portrait', () => {
    const person = titleOf({ id: 3, media_type: 'person', name: 'Jun Quill', profile_path: '/p.jpg' })
    expect(person).toMatchObject({ picture: '/p.jpg', year: undefined })
  })

  it('leaves out rows without a name', () => {
    expect(titlesOf([{ id: 1 }, { id: 2, title: 'Heist' }], 'movie').map(title => title.id)).toEqual([2])
  })
})

describe('titlesOf', () => {
  it('shows a title once, and keeps a movie and a show of one number apart', () => {
    const rows = [
      { id: 1, media_type: 'movie' as const, title: 'A' },
      { id: 1, media_type: 'tv' as const, name: 'B' },
      { id: 1, media_type: 'movie' as const, title: 'A' },
    ]
    expect(titlesOf(rows).map(title => title.name)).toEqual(['A', 'B'])
  })
})

describe('yearOf', () => {
  it.each([
    ['2026-11-15', '2026'],
    ['', undefined],
    [null, undefined],
  ])('%s is of %s', (date, year) => expect(yearOf(date)).toBe(year))
})

describe('interleave', () => {
  it('continues when one list is used up', () => {
    expect(interleave([1, 3], [2, 4, 5])).toEqual([1, 2, 3, 4, 5])
  })
})
