import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { expect, it } from 'vitest'
import type { InstanceRecord } from '#features/instances/index.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createCardMatches } from './card-matches.ts'

const SERIES = { id: 'in_b', updated_at: '1' } as InstanceRecord
const match = (tmdb_id: number, change: Partial<TvMatch> = {}): TvMatch => ({
  tmdb_id,
  tvdb_id: tmdb_id + 1000,
  season_map: { 1: 1 },
  provenance: 'title',
  revision: '0f3a9c0f3a9c0f3a9c0f3a9c',
  state: 'resolved',
  ...change,
})

function begin(resolve: (tmdb_id: number) => Promise<TvMatch>) {
  const clock = createTestClock()
  const asked: number[] = []
  const matches = {
    resolve: (tmdb_id: number) => {
      asked.push(tmdb_id)
      return resolve(tmdb_id)
    },
  }
  return { clock, asked, settling: createCardMatches({ clock, log: createTestLog(), matches }) }
}

it('keeps what was found, none included, and looks again after ten minutes', async () => {
  const { settling, clock } = begin(async id => {
    if (id === 3) throw new Refusal('not_found')
    return id === 2 ? match(2, { state: 'unresolved' }) : match(id)
  })
  await settling.settle(SERIES, [1, 2, 3])
  expect([1, 2, 3, 4].map(id => settling.known(SERIES, id))).toEqual([
    { tvdb_id: 1001, season_map: { 1: 1 } },
    null,
    null,
    undefined,
  ])
  clock.advance(600_000)
  expect(settling.known(SERIES, 1)).toBeUndefined()
})

it('lets nobody wait for more than two seconds, and starts no second run beside the first', async () => {
  const gate = Promise.withResolvers<TvMatch>()
  const { settling, clock, asked } = begin(() => gate.promise)
  const page = settling.settle(SERIES, [1, 2])
  const other = settling.settle(SERIES, [1, 3])
  clock.advance(2000)
  await Promise.all([page, other])
  expect(settling.known(SERIES, 1)).toBeUndefined()
  expect(asked).toEqual([1, 2])
  gate.resolve(match(1))
  await expect.poll(() => settling.known(SERIES, 1)).toBeDefined()
})

it('asks no further while the provider is out', async () => {
  const { settling, asked } = begin(() =>
    Promise.reject(new UpstreamFault({ upstream: 'TMDB', kind: 'unreachable' })),
  )
  await settling.settle(
    SERIES,
    Array.from({ length: 40 }, (_, i) => i + 1),
  )
  expect(asked.length).toBeLessThanOrEqual(6)
  expect(settling.known(SERIES, 1)).toBeUndefined()
})

it('believes nothing of the library that an instance was pointed at before', async () => {
  const { settling, asked } = begin(async id => match(id))
  const other = { ...SERIES, updated_at: '2' }
  await settling.settle(SERIES, [1])
  expect(settling.known(other, 1)).toBeUndefined()
  await settling.settle(other, [1])
  expect(asked).toEqual([1, 1])
})
