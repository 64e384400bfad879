import { describe, expect, it } from 'vitest'
import { followsEnd } from './use-stick-to-end.ts'

describe('following the end', () => {
  it('stops as soon as the reader scrolls up, however little', () => {
    expect(followsEnd(true, { top: 500, below: 0 }, { top: 490, below: 10 })).toBe(false)
  })

  it('goes on while text is added below', () => {
    expect(followsEnd(true, { top: 500, below: 0 }, { top: 500, below: 80 })).toBe(true)
  })

  it('begins again at the end, and not before', () => {
    expect(followsEnd(false, { top: 300, below: 200 }, { top: 400, below: 100 })).toBe(false)
    expect(followsEnd(false, { top: 400, below: 100 }, { top: 480, below: 20 })).toBe(true)
  })

  it('does not take a list that got shorter for scrolling up', () => {
    expect(followsEnd(true, { top: 500, below: 0 }, { top: 420, below: 0 })).toBe(true)
  })
})
