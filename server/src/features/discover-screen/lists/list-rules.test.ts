import { describe, expect, it } from 'vitest'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import { withoutHidden } from './list-rules.ts'

const ROWS = [
  { type: 'movie', movie: {} },
  { type: 'show', show: {} },
  { type: 'season', season: {}, show: {} },
  { type: 'episode', episode: {}, show: {} },
  { type: 'person', person: {} },
]
const types = (...hidden: ScreenKind[]) => withoutHidden(ROWS, new Set(hidden))?.map(row => row.type)

describe('mixed lists (1/4.2)', () => {
  it('drop the rows of a hidden type, including the seasons and episodes of a hidden show', () => {
    expect(types('movie')).toEqual(['show', 'season', 'episode', 'person'])
    expect(types('tv')).toEqual(['movie', 'person'])
    expect(types('movie', 'tv')).toEqual(['person'])
  })

  it('stay unchanged when nothing in them is hidden', () => {
    expect(types()).toBeUndefined()
    expect(withoutHidden([{ type: 'movie', movie: {} }], new Set(['tv']))).toBeNull()
  })
})
