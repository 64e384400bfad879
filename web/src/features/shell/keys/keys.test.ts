import { describe, expect, it } from 'vitest'
import { matchKeys } from './keys.ts'

describe('matchKeys', () => {
  it('completes a single key at once', () => {
    expect(matchKeys(['?'])).toEqual({ id: 'help', open: false })
  })

  it('waits for the second key of a pair', () => {
    expect(matchKeys(['g'])).toEqual({ id: null, open: true })
    expect(matchKeys(['g', 'h'])).toEqual({ id: 'home', open: false })
  })

  it('leaves Escape to the topmost overlay', () => {
    expect(matchKeys(['Escape'])).toEqual({ id: null, open: false })
  })
})
