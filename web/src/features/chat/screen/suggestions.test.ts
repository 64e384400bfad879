import { describe, expect, it } from 'vitest'
import { firstOf, type SuggestionSources, suggestionsOf } from './suggestions.ts'

const t = ((key: string, { title } = { title: '' }) =>
  `${key.replace('chat.suggest.', '')}${title ? `: ${title}` : ''}`) as unknown as Parameters<
  typeof suggestionsOf
>[0]

const FULL: SuggestionSources = {
  arrived: 'Low Water',
  requested: 'High Tide',
  trending: 'Ebb',
  liked: 'Flow',
  can_request: true,
  can_discover: true,
  is_admin: false,
}

describe('suggestions', () => {
  it('are four questions about real titles', () => {
    expect(suggestionsOf(t, FULL)).toEqual([
      'arrived: Low Water',
      'request: High Tide',
      'trending: Ebb',
      'like: Flow',
    ])
    expect(suggestionsOf(t, { ...FULL, is_admin: true })[3]).toBe('stuck')
  })

  it('are general where a source is empty or failed, and still different', () => {
    const empty = { ...FULL, arrived: null, requested: null, trending: null, liked: null }
    const shown = suggestionsOf(t, empty)
    expect(shown).toEqual(['tonight', 'requests', 'popular', 'short'])
  })

  it('wait for their own source only', () => {
    expect(suggestionsOf(t, { ...FULL, requested: undefined })).toEqual([
      'arrived: Low Water',
      null,
      'trending: Ebb',
      'like: Flow',
    ])
  })
})

describe('the first title of several lists', () => {
  const loading = { titles: undefined, is_loading: true }
  const failed = { titles: undefined, is_loading: false }
  const full = { titles: ['A', 'B'], is_loading: false }

  it('is not shown before it is certain', () => {
    expect(firstOf([loading, full])).toBeUndefined()
    expect(firstOf([full, loading])).toBe('A')
  })

  it('comes from the next list after one that is empty or failed', () => {
    expect(firstOf([failed, { titles: [], is_loading: false }, full])).toBe('A')
    expect(firstOf([failed])).toBeNull()
    expect(firstOf([])).toBeNull()
  })
})
