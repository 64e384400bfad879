import { describe, expect, it } from 'vitest'
import {
  confirmationOf,
  filesText,
  isRemovalOf,
  isUnderWay,
  presentPreview,
  presentRemoval,
  REMOVAL_MS,
  rowKeyOf,
  settledState,
  type RemovalScope,
} from './removal-rules.ts'
import type { RemovalRow } from './removal-store.ts'

const file = (file_id: number, size_bytes = 5) => ({
  file_id,
  name: `${file_id}.mkv`,
  size_bytes,
  episode_ids: [],
  grab: null,
})

function found(change: Partial<RemovalScope> = {}): RemovalScope {
  return {
    instance: { id: 'in_1', name: 'Movies', url: 'http://movies' },
    entry: {
      record_id: 7,
      title: 'Low Water',
      folder: '/movies/Low Water',
      monitored: true,
      page: 'movie/1',
    },
    files: [file(1), file(2)],
    ...change,
  }
}

describe('the confirmation of a removal', () => {
  it('stands for exactly one list, in whatever order the library gave it', () => {
    const one = confirmationOf(found())
    expect(confirmationOf(found({ files: [file(2), file(1)] }))).toBe(one)
    const others: Partial<RemovalScope>[] = [
      { files: [file(1)] },
      { files: [file(1), file(2, 6)] },
      { files: [file(1), file(3)] },
      { entry: { ...found().entry, record_id: 8 } },
      { entry: { ...found().entry, folder: '/movies' } },
      { instance: { ...found().instance, id: 'in_2' } },
      { instance: { ...found().instance, url: 'http://elsewhere' } },
    ]
    for (const other of others) expect(confirmationOf(found(other))).not.toBe(one)
  })

  it('comes with everything that would be deleted', () => {
    expect(presentPreview(found())).toMatchObject({
      title: 'Low Water',
      folder: '/movies/Low Water',
      files: [
        { name: '1.mkv', size_bytes: 5 },
        { name: '2.mkv', size_bytes: 5 },
      ],
      total_bytes: 10,
    })
  })
})

describe('the record of a removal', () => {
  const started_at = '2026-11-15T09:00:00.000Z'
  const at = (ms: number) => new Date(Date.parse(started_at) + ms)
  const row: RemovalRow = {
    id: 1,
    media_type: 'movie',
    tmdb_id: 1,
    instance_id: 'in_1',
    instance_name: 'Movies',
    record_id: 7,
    title: 'Low Water',
    folder: '/movies/Low Water',
    files: JSON.stringify([{ name: '1.mkv', size_bytes: 5 }]),
    delete_files: 1,
    user_id: null,
    state: 'started',
    started_at,
    ended_at: null,
    username: null,
  }

  it('without an end is under way for a while, and of unknown outcome afterwards', () => {
    expect(isUnderWay(row, at(0))).toBe(true)
    expect(presentRemoval(row, at(REMOVAL_MS - 1)).state).toBe('started')
    expect(isUnderWay(row, at(REMOVAL_MS))).toBe(false)
    expect(presentRemoval(row, at(REMOVAL_MS)).state).toBe('outcome_unknown')
    expect(presentRemoval({ ...row, state: 'failed' }, at(REMOVAL_MS)).state).toBe('failed')
  })

  it.each([
    ['outcome_unknown', 0, undefined, 'done'],
    ['outcome_unknown', 0, 8, 'done'],
    // It may still be at it.
    ['outcome_unknown', 0, 7, null],
    ['outcome_unknown', REMOVAL_MS, 7, 'failed'],
    ['started', 0, undefined, null],
    ['started', REMOVAL_MS, undefined, 'done'],
    ['started', REMOVAL_MS, 7, 'failed'],
    ['done', REMOVAL_MS, 7, null],
    ['failed', REMOVAL_MS, undefined, null],
  ] as const)('%s after %i ms with the entry %s is settled as %s', (state, ms, record_id, settled) => {
    const record_ids = record_id === undefined ? [] : [record_id]
    expect(settledState({ ...row, state }, { instance_id: 'in_1', record_ids }, at(ms))).toBe(settled)
    expect(settledState({ ...row, state }, undefined, at(ms))).toBeNull()
    expect(settledState({ ...row, state }, { instance_id: 'in_2', record_ids }, at(ms))).toBeNull()
  })

  it('of a book or album names it itself, with the format', () => {
    const book = { media_type: 'book', foreign_id: 'bp:12' } as const
    const scope = found({ entry: { ...found().entry, format: 'audiobook' } })
    const removed = { ...row, ...rowKeyOf(book), files: filesText(book, scope) }
    expect(removed).toMatchObject({ media_type: 'book', tmdb_id: 0 })
    expect(presentRemoval(removed, at(0))).toMatchObject({ book_format: 'audiobook', file_count: 2 })
    // C8: the list's id and the library's are of the same work.
    for (const foreign_id of ['hc:12', 'bp:12'])
      expect(isRemovalOf({ media_type: 'book', foreign_id }, removed)).toBe(true)
    expect(isRemovalOf({ media_type: 'book', foreign_id: 'hc:1' }, removed)).toBe(false)
    const album = { media_type: 'music', foreign_id: 'a' } as const
    const kept = { ...row, ...rowKeyOf(album), files: filesText(album, found()) }
    expect(presentRemoval(kept, at(0))).not.toHaveProperty('book_format')
    expect(isRemovalOf(album, kept)).toBe(true)
  })

  it('of a movie or show is found by its number alone', () => {
    const movie = { media_type: 'movie', tmdb_id: 1 } as const
    expect(rowKeyOf(movie)).toEqual(movie)
    expect(filesText(movie, found({ files: [file(1)] }))).toBe(row.files)
    expect(isRemovalOf(movie, row)).toBe(true)
  })

  it('names who removed it while that account exists', () => {
    expect(presentRemoval(row, at(0))).not.toHaveProperty('removed_by')
    expect(presentRemoval({ ...row, username: 'ada' }, at(0)).removed_by).toBe('ada')
  })
})
