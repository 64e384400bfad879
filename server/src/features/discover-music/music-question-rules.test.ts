import { describe, expect, it } from 'vitest'
import { isMusicId, readQuestion } from './music-question-rules.ts'

describe('readQuestion (1/4.3, C16)', () => {
  it.each([
    [undefined, 1],
    ['1', 1],
    ['500', 500],
  ])('takes page %s', (page, expected) => {
    expect(readQuestion({ page }, ['page'])).toEqual({ question: { page: expected } })
  })

  it.each(['0', '501', '-1', '1.0', '1e2', ' 1', '01', '', 'x', '9'.repeat(20)])(
    'refuses page "%s"',
    page => {
      expect(readQuestion({ page }, ['page'])).toEqual({ problems: { page: expect.any(String) } })
    },
  )

  it.each([
    ['  Night Ferry ', 'Night Ferry'],
    ['x'.repeat(300), 'x'.repeat(300)],
    // Characters, not their halves.
    ['🎺'.repeat(300), '🎺'.repeat(300)],
  ])('takes the query %s', (query, expected) => {
    expect(readQuestion({ query }, ['query'])).toEqual({ question: { query: expected } })
  })

  it.each([undefined, '', '   ', 'x'.repeat(301)])('refuses the query %s', query => {
    expect(readQuestion({ query }, ['query'])).toEqual({ problems: { query: expect.any(String) } })
  })

  it('knows twelve genres, and no genre where it means nothing', () => {
    expect(readQuestion({ genre: 'hip-hop' }, ['genre'])).toMatchObject({
      question: { genre: { tag: 'hip hop' } },
    })
    for (const genre of [undefined, '', 'Rock', 'polka']) {
      expect(readQuestion({ genre }, ['genre'])).toHaveProperty('problems.genre')
    }
    expect(readQuestion({}, ['no_genre'])).toEqual({ question: { no_genre: null } })
    expect(readQuestion({ genre: 'rock' }, ['no_genre'])).toHaveProperty('problems.genre')
  })

  it('reads periods and flags by their words alone', () => {
    expect(readQuestion({}, ['period', 'include_singles'])).toEqual({
      question: { period: 'this_week', include_singles: false },
    })
    const asked = { period: 'week', include_singles: '1', page: '0' }
    const read = readQuestion(asked, ['period', 'include_singles', 'page'])
    expect(Object.keys('problems' in read ? read.problems : {})).toEqual([
      'period',
      'include_singles',
      'page',
    ])
  })
})

it.each([
  ['11111111-aaaa-4aaa-8aaa-000000000001', true],
  ['11111111-AAAA-4aaa-8aaa-000000000001', false],
  ['11111111aaaa4aaa8aaa000000000001', false],
  ['11111111-aaaa-4aaa-8aaa-000000000001 ', false],
  ['', false],
])('takes "%s" for an id: %s', (id, expected) => {
  expect(isMusicId(id)).toBe(expected)
})
