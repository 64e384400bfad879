import { SEARCH_TYPES, SearchAnswer, type SearchType } from '@foyer/contract/search'
import { describe, expect, it } from 'vitest'
import { asRefusal } from '#http/errors.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import type { Found } from './search-rules.ts'
import { createSearch } from './search-service.ts'
import type { SearchSource } from './search-sources.ts'

const UMA: Caller = { user_id: 2, username: 'uma', role: 'user', device_id: 'd2' }

const answering = (type: SearchType): SearchSource => {
  const find = () => ({
    rows: [
      { id: 1, from: type, foreign_id: 'x', title: 'x', artist: 'x', artists: [], release_type: 'Album' },
    ],
    more: false,
  })
  return { find, again: find }
}
const never: SearchSource['find'] = ({ signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left the queue'))))
const refusing = (error: unknown): SearchSource => ({
  find: async () => {
    throw error
  },
  again: () => expect.unreachable(),
})

function setUp(
  changed: Partial<Record<SearchType, SearchSource>> = {},
  now: () => Promise<Caller> = async () => UMA,
) {
  const clock = createTestClock()
  const sources = { ...Object.fromEntries(SEARCH_TYPES.map(type => [type, answering(type)])), ...changed }
  const log = createTestLog()
  const search = createSearch({
    sources: sources as Record<SearchType, SearchSource>,
    clock,
    log,
    currentCaller: now,
    asRefusal,
  })
  const left = new AbortController()
  return {
    clock,
    log,
    async searchFor(types: readonly SearchType[] = SEARCH_TYPES) {
      const answer = await search(
        { caller: UMA, leaving: () => left.signal },
        { query: 'night', types, limit: 8 },
      )
      return SearchAnswer.parse(JSON.parse(answer.bytes.toString())).groups
    },
  }
}

const summary = (groups: Awaited<ReturnType<ReturnType<typeof setUp>['searchFor']>>) =>
  groups.map(({ type, items, status_known, reason }) => [type, items.length, status_known, reason])

describe('one search over all sources (C61)', () => {
  it('answers in the order that was asked for', async () => {
    const { searchFor } = setUp()
    expect(summary(await searchFor(['music', 'movie']))).toEqual([
      ['music', 1, true, undefined],
      ['movie', 1, true, undefined],
    ])
  })

  it('tells of each failure by the code of its route, and hides no other group', async () => {
    const fault = new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })
    const { log, searchFor } = setUp({
      movie: refusing(fault),
      tv: refusing(new Refusal('metadata_unconfigured')),
      book: refusing(new Refusal('no_grant')),
      music: refusing(new Error('a bug')),
    })
    expect(summary(await searchFor())).toEqual([
      ['movie', 0, false, 'upstream_failed'],
      ['tv', 0, false, 'metadata_unconfigured'],
      ['person', 1, true, undefined],
      ['book', 0, true, 'no_grant'],
      ['music', 0, false, 'internal'],
    ])
    const logged = log.entries.map(({ source, code }) => [source, code])
    expect(logged).toContainEqual(['music', 'internal'])
    expect(logged.map(([source]) => source)).not.toContain('book')
  })

  it('gives every source three seconds from the start, and those who were in time are answered', async () => {
    const { clock, searchFor } = setUp({ music: { find: never, again: never } })
    const found = searchFor(['movie', 'music'])
    clock.advance(2999)
    clock.advance(1)
    expect(summary(await found)).toEqual([
      ['movie', 1, true, undefined],
      ['music', 0, false, 'timeout'],
    ])
  })

  it('reads anew what was not kept, within the same three seconds', async () => {
    const asked = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<Found>()
    const again = () => {
      asked.resolve()
      return reading.promise
    }
    const { find } = answering('movie')
    const { clock, searchFor } = setUp({ movie: { find, again } })
    const found = searchFor(['movie'])
    await asked.promise
    clock.advance(2999)
    reading.resolve({ rows: [{ id: 1 }], more: false })
    expect(summary(await found)).toEqual([['movie', 1, true, undefined]])
  })

  it('decides by the rights at the end, and ends with the session (CONTRIBUTING rule 3)', async () => {
    const taken: SearchSource = {
      find: answering('book').find,
      again: () => Promise.reject(new Refusal('no_grant')),
    }
    const { searchFor } = setUp({ book: taken })
    expect(summary(await searchFor(['book', 'tv']))).toEqual([
      ['book', 0, true, 'no_grant'],
      ['tv', 1, true, undefined],
    ])
    const revoked = setUp({}, () => Promise.reject(new Refusal('session_revoked')))
    await expect(revoked.searchFor()).rejects.toMatchObject({ code: 'session_revoked' })
  })
})
