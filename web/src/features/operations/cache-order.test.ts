import type { CacheFigures } from '@foyer/contract/operations/caches'
import { expect, it } from 'vitest'
import { bySize } from './cache-order.ts'

const cache = (name: string, bytes: number, entries: number): CacheFigures => ({
  name,
  bytes,
  entries,
  hits: 0,
  misses: 0,
  hit_rate: null,
})

it('shows first which cache takes most room, and those that hold nothing last, in their order', () => {
  const caches = [
    cache('z', 0, 0),
    cache('a', 0, 0),
    cache('small', 10, 9),
    cache('many', 0, 3),
    cache('big', 20, 1),
  ]
  expect(bySize(caches).map(({ name }) => name)).toEqual(['big', 'small', 'many', 'z', 'a'])
  expect(caches[0]?.name).toBe('z')
})
