import { describe, expect, it } from 'vitest'
import { byYear, knownFor, worksOf } from './filmography.ts'

const credit = (id: number, release_date: string, role: { character?: string; job?: string }, votes = 0) => ({
  id,
  media_type: 'movie' as const,
  title: `Movie ${id}`,
  release_date,
  vote_count: votes,
  ...role,
})

const works = worksOf(
  [credit(1, '2020-05-01', { character: 'Rafe' }, 10), credit(2, '', { character: 'Self' }, 90)],
  [credit(1, '2020-05-01', { job: 'Director' }, 10), credit(3, '2024-01-01', { job: 'Writer' }, 50)],
)

describe('a filmography', () => {
  it('names a title once with every role', () => {
    expect(works.map(work => [work.title.id, work.roles])).toEqual([
      [1, ['Rafe', 'Director']],
      [2, ['Self']],
      [3, ['Writer']],
    ])
  })

  it('goes back year by year, starting with undated titles', () => {
    expect(byYear(works).map(({ year }) => year)).toEqual([undefined, '2024', '2020'])
  })

  it('is known for what most people rated', () => {
    expect(knownFor(works, 2).map(work => work.title.id)).toEqual([2, 3])
  })
})
