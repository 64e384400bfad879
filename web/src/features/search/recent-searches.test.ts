import { describe, expect, it } from 'vitest'
import { parseRecent, withRecent } from './recent-searches.ts'

describe('recent searches', () => {
  it('come newest first, each once, at most eight', () => {
    expect(withRecent(['heist', 'Night'], ' night ')).toEqual(['night', 'heist'])
    const many = Array.from({ length: 8 }, (_, at) => `q${at}`)
    expect(withRecent(many, 'new')).toEqual(['new', ...many.slice(0, 7)])
    expect(withRecent(['a'], '  ')).toEqual(['a'])
  })

  it('are empty if the stored value is invalid', () => {
    expect(parseRecent(null)).toEqual([])
    expect(parseRecent('{')).toEqual([])
    expect(parseRecent('["a", 3]')).toEqual(['a'])
  })
})
