import { describe, expect, it } from 'vitest'
import { searchPause } from './search-pause.ts'

describe('the pause before a search (C61)', () => {
  it('is longer after one letter, which is searched for as well', () => {
    expect(searchPause('9')).toBe(searchPause('鬼'))
    expect(searchPause('9')).toBeGreaterThan(searchPause('90'))
    expect(searchPause('9')).toBeLessThan(2000)
  })

  it('counts letters as people do', () => {
    expect(searchPause('𠮷')).toBe(searchPause('9'))
    expect(searchPause('')).toBe(searchPause('90'))
  })
})
