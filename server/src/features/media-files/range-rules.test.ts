import { describe, expect, it } from 'vitest'
import { readRange } from './range-rules.ts'

const FILE = { size: 1000, etag: '"v1"' }
const part = (start: number, end: number) => ({ is: 'part', start, end })
const WHOLE = { is: 'whole' }
const NOTHING = { is: 'nothing' }

describe('ranges (1/4.13, RFC 9110 14)', () => {
  it.each([
    [undefined, WHOLE],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-999', part(0, 999)],
    ['bytes=10-19', part(10, 19)],
    ['BYTES=10-19', part(10, 19)],
    ['bytes=990-', part(990, 999)],
    ['bytes=990-5000', part(990, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=1000-', NOTHING],
    ['bytes=99999999999999999999-', NOTHING],
    ['bytes=-0', NOTHING],
    ['bytes=0-1,5-6', WHOLE],
    ['bytes=5-2', WHOLE],
    ['bytes=-', WHOLE],
    ['bytes=a-b', WHOLE],
    ['bytes=1.5-2', WHOLE],
    ['items=0-1', WHOLE],
    ['bytes 0-1', WHOLE],
    ['', WHOLE],
  ])('%s', (range, asked) => {
    expect(readRange({ range }, FILE)).toEqual(asked)
  })

  it('an empty file has no range', () => {
    for (const range of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
      expect(readRange({ range }, { ...FILE, size: 0 })).toEqual(NOTHING)
  })

  it('a range of another version is the whole file; one behind its end then is, too', () => {
    const range = 'bytes=10-19'
    expect(readRange({ range, 'if-range': '"v1"' }, FILE)).toEqual(part(10, 19))
    expect(readRange({ range, 'if-range': '"v0"' }, FILE)).toEqual(WHOLE)
    expect(readRange({ range: 'bytes=5000-', 'if-range': '"v0"' }, FILE)).toEqual(WHOLE)
    expect(readRange({ range, 'if-range': 'Sun, 15 Nov 2026 09:00:00 GMT' }, FILE)).toEqual(WHOLE)
  })
})
