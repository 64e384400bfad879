import type { DeliveryStateName, RequestStatus } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import type { RequestFormat } from '#ports/request-record.ts'
import { changeOfSeasons, changesFormats, isEndedWait } from './decide/approval-rules.ts'
import { isAllCancelled, openFormats, planCancel } from './deliver/cancel-rules.ts'
import { planOwnershipTransfer } from './user-removal/user-removal-rules.ts'
import { readIncludeLive, readLookup } from './follow/lookup-rules.ts'
import type { Live } from './dependencies.ts'
import { canJoin, isIdentical } from './select/duplicate-rules.ts'
import {
  bookFormats,
  ownPart,
  receiptStatus,
  savedStatus,
  resolveStatus,
} from './follow/request-status-rules.ts'
import { missingSeasons, unitsOf } from './prepare/unit-rules.ts'

const one = (state: DeliveryStateName, code: RequestStatus | null = null, format: RequestFormat = '') => ({
  state,
  code,
  format,
})

describe('how a saved request stands (1/3)', () => {
  it.each<['pending' | 'approved' | 'denied' | 'cancelled', ReturnType<typeof one>[], RequestStatus]>([
    ['pending', [one('approval')], 'pending'],
    ['denied', [one('cancelled')], 'denied'],
    ['approved', [one('queued')], 'requested'],
    ['approved', [one('attention')], 'requested'],
    // A completed delivery does not prove that there is a file (1:4.8.8).
    ['approved', [one('complete', 'available')], 'requested'],
    ['approved', [one('complete', 'unavailable')], 'unavailable'],
    ['cancelled', [one('cancelled')], 'unavailable'],
    ['approved', [one('cancelled', null, 'ebook'), one('queued', null, 'audiobook')], 'requested'],
  ])('%s with %j reads %s by itself', (decision, deliveries, expected) => {
    expect(savedStatus({ decision }, deliveries)).toBe(expected)
  })

  const pending = { decision: 'pending' as const }
  const there: Live = { known: true, status: 'available' }
  const gone: Live = { known: true, status: 'unavailable' }

  it('gives way to the library, and speaks where that has nothing', () => {
    expect(resolveStatus(pending, [one('approval')], there)).toEqual({
      status: 'available',
      status_known: true,
    })
    expect(resolveStatus(pending, [one('approval')], gone).status).toBe('pending')
    expect(resolveStatus({ decision: 'approved' }, [one('retry')], gone).status).toBe('requested')
    expect(resolveStatus({ decision: 'denied' }, [one('cancelled')], gone).status).toBe('denied')
    // Gone since: it may be asked for again.
    expect(resolveStatus({ decision: 'approved' }, [one('complete', 'available')], gone).status).toBe(
      'unavailable',
    )
    // C5
    expect(resolveStatus({ decision: 'cancelled' }, [one('cancelled')], gone).status).toBe('unavailable')
  })

  it('says what is not known, and why if anybody failed', () => {
    const unread: Live = { known: false, reason: 'library_unavailable' }
    expect(resolveStatus(pending, [one('approval')], unread)).toEqual({
      status: 'pending',
      status_known: false,
      status_unknown_reason: 'library_unavailable',
    })
    expect(resolveStatus(pending, [one('approval')], null)).toEqual({
      status: 'pending',
      status_known: false,
    })
  })

  it.each<[decision: 'pending' | 'approved', live: Live | null, status: RequestStatus]>([
    ['pending', gone, 'pending'],
    ['pending', { known: true, status: 'requested' }, 'pending'],
    ['pending', { known: true, status: 'partial' }, 'pending'],
    ['pending', null, 'pending'],
    ['approved', gone, 'requested'],
    ['approved', { known: true, status: 'downloading' }, 'requested'],
    ['approved', { known: true, status: 'partial' }, 'requested'],
    ['approved', { known: false, reason: 'identity_ambiguous' }, 'requested'],
    ['approved', null, 'requested'],
    ['approved', there, 'available'],
  ])('%s while the library says %j is answered to whoever asks as %s (1/4.6)', (decision, live, status) => {
    expect(receiptStatus({ decision }, live)).toBe(status)
  })

  it('tells the formats of a book apart', () => {
    const deliveries = [one('complete', 'requested', 'ebook'), one('queued', null, 'audiobook')]
    const approved = { decision: 'approved' as const }
    const live: Live = {
      known: true,
      status: 'partial',
      formats: { ebook: 'available', audiobook: 'unavailable' },
    }
    const all = { own: null, left: new Set<RequestFormat>() }
    expect(bookFormats(approved, deliveries, all, live)).toEqual({
      ebook: 'available',
      audiobook: 'requested',
    })
    expect(bookFormats(approved, [deliveries[1] ?? one('queued')], all, null)).toEqual({
      ebook: 'unavailable',
      audiobook: 'requested',
    })
  })

  it.each<[decision: 'pending' | 'denied', state: DeliveryStateName]>([
    ['pending', 'approval'],
    ['denied', 'cancelled'],
  ])('of a shared book is that of the formats one holds, also when it is %s (C2, C5)', (decision, state) => {
    const work = [one(state, null, 'ebook'), one(state, null, 'audiobook')]
    const reader = (own: RequestFormat[], left: RequestFormat[] = []) => ({
      own: new Set(own),
      left: new Set(left),
    })
    const formats = (...parts: Parameters<typeof reader>) =>
      bookFormats({ decision }, work, reader(...parts), null)
    const status = (...parts: Parameters<typeof reader>) => {
      const part = ownPart({ decision }, work, reader(...parts))
      return resolveStatus(part, part.deliveries, gone).status
    }
    // Only others asked for the audiobook.
    expect(formats(['ebook'])).toEqual({ ebook: decision, audiobook: 'unavailable' })
    expect(status(['ebook'])).toBe(decision)
    // Left before it was decided, one format or both.
    expect(formats(['ebook', 'audiobook'], ['ebook'])).toEqual({ ebook: 'unavailable', audiobook: decision })
    expect(status(['ebook', 'audiobook'], ['ebook'])).toBe(decision)
    expect(formats(['ebook'], ['ebook'])).toEqual({ ebook: 'unavailable', audiobook: 'unavailable' })
    expect(status(['ebook'], ['ebook'])).toBe('unavailable')
  })
})

describe('units (1:4.9.1)', () => {
  const base = { tmdb_id: 7, foreign_id: null, catalog_id: null, instance_id: 'in_a', seasons: null }

  it('are one per movie, season, format and album', () => {
    const names = (...args: Parameters<typeof unitsOf>) => unitsOf(...args).map(unit => unit.unit)
    expect(names({ ...base, media_type: 'movie' }, [''])).toEqual(['7'])
    expect(names({ ...base, media_type: 'tv', seasons: [1, 3] }, [''])).toEqual(['7:1', '7:3'])
    const book = { ...base, media_type: 'book' as const, foreign_id: 'b' }
    expect(unitsOf(book, ['ebook', 'audiobook'])).toMatchObject([
      { unit: 'b', book_format: 'ebook' },
      { unit: 'b', book_format: 'audiobook' },
    ])
    expect(names({ ...book, foreign_id: 'bp:12' }, ['ebook'])).toEqual(
      names({ ...book, foreign_id: 'hc:12' }, ['ebook']),
    )
    expect(names({ ...base, media_type: 'music', catalog_id: 'release' }, [''])).toEqual(['release'])
  })

  it('are none for a season that is there', () => {
    const season = (season_number: number, status: 'available' | 'partial') => ({
      season_number,
      status,
      progress: 0,
      episode_count: 8,
      episode_file_count: 8,
      monitored: true,
    })
    const show = { ...base, media_type: 'tv' as const, seasons: [1, 2, 3] }
    const live: Live = {
      known: true,
      status: 'partial',
      seasons: [season(1, 'available'), season(2, 'partial')],
    }
    expect(missingSeasons(show, live).seasons).toEqual([2, 3])
    expect(missingSeasons(show, { known: false, reason: 'library_unavailable' }).seasons).toEqual([1, 2, 3])
  })
})

describe('the same again', () => {
  it('is equal for the same seasons, and a pilot does not count as a season (1/4.6)', () => {
    const saved = { season_scope: 'all' as const, seasons: [1, 2] }
    expect(isIdentical(saved, { scope: null, seasons: [1, 2] })).toBe(true)
    expect(isIdentical(saved, { scope: null, seasons: [1] })).toBe(false)
    expect(isIdentical({ season_scope: 'pilot', seasons: [1] }, { scope: 'first', seasons: [1] })).toBe(false)
    expect(isIdentical({ season_scope: null, seasons: null }, { scope: null, seasons: null })).toBe(true)
  })

  const ebook = one('approval', null, 'ebook')
  const queued = one('queued', null, 'ebook')
  it.each<[string, Parameters<typeof canJoin>[0], RequestFormat[], boolean, boolean]>([
    [
      'waiting work, waiting too',
      { request: { decision: 'pending' }, deliveries: [ebook] },
      ['ebook'],
      true,
      true,
    ],
    [
      'waiting work with another format',
      { request: { decision: 'pending' }, deliveries: [ebook] },
      ['audiobook'],
      true,
      true,
    ],
    [
      'waiting work without having to wait',
      { request: { decision: 'pending' }, deliveries: [ebook] },
      ['ebook'],
      false,
      false,
    ],
    ['approved work', { request: { decision: 'approved' }, deliveries: [queued] }, ['ebook'], true, true],
    [
      'approved work, adding without approval',
      { request: { decision: 'approved' }, deliveries: [queued] },
      ['audiobook'],
      true,
      false,
    ],
    [
      'approved work, adding freely',
      { request: { decision: 'approved' }, deliveries: [queued] },
      ['audiobook'],
      false,
      true,
    ],
    [
      'a format that is over',
      { request: { decision: 'approved' }, deliveries: [one('complete', null, 'ebook')] },
      ['ebook'],
      false,
      false,
    ],
  ])('shared book work is joined or not: %s (1:4.8.3)', (_name, work, formats, needs, expected) => {
    expect(canJoin(work, formats, needs)).toBe(expected)
  })
})

describe('leaving (1/4.8)', () => {
  const part = (user_id: number, format: RequestFormat, cancelled_at: string | null = null) => ({
    user_id,
    format,
    cancelled_at,
  })
  const both = [one('queued', null, 'ebook'), one('queued', null, 'audiobook')]
  const people = [part(1, 'ebook'), part(1, 'audiobook'), part(2, 'ebook')]

  it('takes one subscriber out and ends what nobody else wants', () => {
    expect(planCancel({ owner: 1, leaver: 1 }, people, both)).toEqual({
      formats: ['ebook', 'audiobook'],
      abandoned: ['audiobook'],
      new_owner: 2,
    })
    expect(planCancel({ owner: 1, leaver: 2 }, people, both)).toEqual({
      formats: ['ebook'],
      abandoned: [],
      new_owner: null,
    })
  })

  it('of one format keeps the owner', () => {
    expect(planCancel({ owner: 1, leaver: 1, format: 'ebook' }, people, both)).toEqual({
      formats: ['ebook'],
      abandoned: [],
      new_owner: null,
    })
  })

  it('is nothing where everything is over or was left before', () => {
    const over = [one('complete', null, 'ebook')]
    expect(planCancel({ owner: 1, leaver: 1 }, [part(1, 'ebook')], over).formats).toEqual([])
    const left = [part(1, 'ebook', 'then'), part(2, 'ebook')]
    expect(planCancel({ owner: 2, leaver: 1 }, left, both).formats).toEqual([])
  })

  it('for good passes what is shared to the first who still wants it (1:4.9.4)', () => {
    expect(planOwnershipTransfer({ owner: 1, leaver: 1 }, people, both)).toEqual({
      abandoned: ['audiobook'],
      new_owner: 2,
    })
    expect(planOwnershipTransfer({ owner: 2, leaver: 1 }, people, both)).toEqual({
      abandoned: ['audiobook'],
      new_owner: null,
    })
    expect(planOwnershipTransfer({ owner: 1, leaver: 1 }, [part(1, '')], [one('retry')])).toEqual({
      abandoned: [''],
      new_owner: null,
    })
    const once = [part(1, 'ebook'), part(3, 'ebook', 'then'), part(2, 'ebook')]
    expect(planOwnershipTransfer({ owner: 1, leaver: 1 }, once, []).new_owner).toBe(2)
  })

  it('by an admin is everything that is open', () => {
    expect(openFormats(both)).toEqual(['ebook', 'audiobook'])
    expect(openFormats(both, 'ebook')).toEqual(['ebook'])
    expect(openFormats([one('complete')])).toEqual([])
    expect([isAllCancelled([one('cancelled')]), isAllCancelled([one('cancelled'), one('complete')])]).toEqual(
      [true, false],
    )
  })
})

describe('approval (1:4.8.2)', () => {
  it('cannot change the formats of a book', () => {
    expect(changesFormats(undefined, ['ebook'])).toBe(false)
    expect(changesFormats('ebook', ['ebook'])).toBe(false)
    expect(changesFormats('both', ['audiobook', 'ebook'])).toBe(false)
    expect(changesFormats('both', ['ebook'])).toBe(true)
    expect(changesFormats('ebook', ['ebook', 'audiobook'])).toBe(true)
  })

  it('knows what it adds and takes away', () => {
    expect(changeOfSeasons({ seasons: [1, 2] }, [2, 3])).toEqual({ added: [3], removed: [1] })
  })

  it('waits again only for an author import that ended', () => {
    expect(isEndedWait({ state: 'attention', code: 'import_failed' })).toBe(true)
    expect(isEndedWait({ state: 'attention', code: 'retry_limit' })).toBe(false)
    expect(isEndedWait({ state: 'waiting_library', code: 'author_import' })).toBe(false)
  })
})

describe('a lookup of what was saved (1:4.6)', () => {
  const at = { media_type: 'book' as const, instance_id: 'in_a' }
  it('is by a foreign id or a reference, of books and music only', () => {
    expect(readLookup({ ...at, foreign_id: 'b' })).toEqual({ lookup: { ...at, by: { foreign_id: 'b' } } })
    const by = { catalog_provider: 'p', catalog_id: 'c' }
    expect(readLookup({ ...at, ...by })).toEqual({ lookup: { ...at, by } })
    expect(readLookup({})).toHaveProperty('problems.request_id')
    expect(readLookup({ ...at, media_type: 'movie', foreign_id: 'b' })).toHaveProperty('problems.media_type')
    expect(readLookup({ media_type: 'music', foreign_id: 'b' })).toHaveProperty('problems.instance_id')
    expect(readLookup({ ...at, catalog_provider: 'p' })).toHaveProperty('problems.foreign_id')
    expect(readLookup({ ...at, ...by, catalog_id: '' })).toHaveProperty('problems.foreign_id')
    // 1/4.4: bytes, not characters.
    const longest = 'é'.repeat(128)
    expect(readLookup({ ...at, foreign_id: longest })).toHaveProperty('lookup')
    for (const foreign_id of ['', ' ', `${longest}x`, 'a\0b'])
      expect(readLookup({ ...at, foreign_id })).toHaveProperty('problems.foreign_id')
  })

  it('reads true and false, and nothing else, for whether the library is asked', () => {
    expect([undefined, 'true', 'false', '', 'yes', 'TRUE', '1'].map(text => readIncludeLive(text))).toEqual([
      true,
      true,
      false,
      null,
      null,
      null,
      null,
    ])
  })
})
