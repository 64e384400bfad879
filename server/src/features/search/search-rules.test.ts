import { describe, expect, it } from 'vitest'
import { groupOf, readMusicPage, readScreenPage } from './search-rules.ts'

const rows = Array.from({ length: 9 }, (_, id) => ({ id }))

describe('a group of the answer (C61)', () => {
  it('has as many rows as asked for, unchanged, and says whether there are more', () => {
    const group = groupOf('movie', { found: { rows, more: false } }, 8)
    expect(group).toEqual({ type: 'movie', items: rows.slice(0, 8), more: true, status_known: true })
    expect(group.items[0]).toBe(rows[0])
    expect(groupOf('tv', { found: { rows, more: false } }, 9).more).toBe(false)
    expect(groupOf('tv', { found: { rows, more: true } }, 20).more).toBe(true)
  })

  it.each([
    ['no_grant', true],
    ['no_instance', false],
    ['metadata_unconfigured', false],
    ['upstream_failed', false],
    ['timeout', false],
  ] as const)('is empty with the reason %s, and known: %s', (refused, status_known) => {
    expect(groupOf('book', { refused }, 8)).toEqual({
      type: 'book',
      items: [],
      more: false,
      status_known,
      reason: refused,
    })
  })
})

it('further pages are told by each source in its own way', () => {
  expect(readScreenPage({ page: 1, total_pages: 2, results: rows })).toEqual({ rows, more: true })
  expect(readScreenPage({ page: 1, total_pages: 1, results: [] })).toEqual({ rows: [], more: false })
  expect(readScreenPage({ page: 1, total_pages: 0, results: [] }).more).toBe(false)
  expect(readMusicPage({ results: rows, next_page: 2, page: 1 })).toEqual({ rows, more: true })
  expect(readMusicPage({ results: rows, page: 1 }).more).toBe(false)
})
