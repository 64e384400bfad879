import { describe, expect, it } from 'vitest'
import { processorTimeIn, stolenShare } from './processor-time.ts'

describe('time that other machines on the host took', () => {
  it('is the eighth number of the first line', () => {
    const stat = 'cpu  40 1 20 30 2 0 3 4 9 9\ncpu0 1 1 1 1 1 1 1 1 0 0\n'
    expect(processorTimeIn(stat)).toEqual({ all: 100, stolen: 4 })
  })

  it('is unknown where the system does not count it', () => {
    expect(processorTimeIn('cpu  40 1 20 30\n')).toBeNull()
    expect(stolenShare(null, { all: 100, stolen: 4 })).toBeNull()
  })

  it('is a share of the time in between', () => {
    expect(stolenShare({ all: 100, stolen: 4 }, { all: 300, stolen: 24 })).toBe(0.1)
  })
})
