import { expect, it } from 'vitest'
import { describeSearch } from './search.ts'

it('says whether a warm search takes at most its slowest source and five milliseconds (C61)', () => {
  const line = (added_ms: number) =>
    describeSearch({ slowest_source_ms: 42, search_ms: 42 + added_ms, added_ms }).join('\n')
  expect(line(5)).toBe(
    'search over five sources: 47 ms, its slowest source alone 42 ms, added 5 ms: within the 5 ms it may add',
  )
  expect(line(5.1)).toMatch(/added 5\.1 ms: MORE than the 5 ms it may add$/)
})
