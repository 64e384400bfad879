import type { SearchGroup } from '@foyer/contract/search'
import { describe, expect, it } from 'vitest'
import { groupsOf, type PartAnswer } from './found-groups.ts'

const SCREEN = ['movie', 'tv', 'person'] as const
const known = { items: [{ id: 1 }], more: false, status_known: true }
const part = (change: Partial<PartAnswer> = {}, ...groups: SearchGroup[]): PartAnswer => ({
  types: SCREEN,
  answer: { groups },
  is_earlier: false,
  failed: undefined,
  ...change,
})
const refused = (reason: string, status_known = false): SearchGroup => ({
  type: 'book',
  items: [],
  more: false,
  status_known,
  reason,
})
const bookState = (group: SearchGroup) => groupsOf([part({ types: ['book'] }, group)]).book.state

describe('the state of each group', () => {
  it('is pending until its own call answers, whatever the others do', () => {
    const groups = groupsOf([
      part({}, { type: 'movie', ...known }, { type: 'tv', ...known }, { type: 'person', ...known }),
      part({ types: ['book'], answer: undefined }),
    ])
    expect([groups.movie.state, groups.book.state]).toEqual(['known', 'pending'])
  })

  it('is pending with the rows of an earlier text', () => {
    const { movie } = groupsOf([part({ is_earlier: true }, { type: 'movie', ...known })])
    expect([movie.state, movie.items.length]).toEqual(['pending', 1])
  })

  it('tells what failed from what this account does not have', () => {
    expect(['timeout', 'upstream_failed', 'upstream_rejected'].map(code => bookState(refused(code)))).toEqual(
      ['failed', 'failed', 'failed'],
    )
    expect(bookState(refused('no_instance'))).toBe('absent')
    expect(bookState(refused('no_grant', true))).toBe('absent')
  })

  it('fails for every group of a call that failed', () => {
    const { movie, person } = groupsOf([part({ answer: undefined, failed: 'unavailable' })])
    expect([movie.state, person.state, person.reason]).toEqual(['failed', 'failed', 'unavailable'])
  })
})
