import { expect, it } from 'vitest'
import type { LibraryEntry } from '#ports/manager-reads.ts'
import { createLibraryFilter, type LibraryFilter, findLibrarySeason } from './library-list-rules.ts'

const entry = (title: string, more: Partial<LibraryEntry> = {}): LibraryEntry => ({
  title,
  monitored: true,
  file_count: 1,
  wanted_count: 1,
  ...more,
})
const LIBRARY = [
  entry('Complete'),
  entry('Half', { file_count: 1, wanted_count: 2 }),
  entry('Not out', { file_count: 0, wanted_count: 0 }),
  entry('Left alone', { monitored: false, file_count: 0 }),
  entry('Café Lumière', { author: 'Inés Moor' }),
]

it.each<[LibraryFilter, string | undefined, string[]]>([
  ['all', undefined, ['Complete', 'Half', 'Not out', 'Left alone', 'Café Lumière']],
  ['missing', undefined, ['Half']],
  ['unmonitored', undefined, ['Left alone']],
  ['all', 'cafe', ['Café Lumière']],
  ['all', 'moor lumiere', ['Café Lumière']],
  ['missing', 'complete', []],
])('lists %s titles that fit %s', (filter, query, titles) => {
  expect(LIBRARY.filter(createLibraryFilter(filter, query)).map(one => one.title)).toEqual(titles)
})

it('translates seasons of the metadata provider by the match (1/4.7)', () => {
  expect([
    findLibrarySeason('same', 2),
    findLibrarySeason({ '2': 1 }, 2),
    findLibrarySeason({ '2': 1 }, 3),
  ]).toEqual([2, 1, null])
})
