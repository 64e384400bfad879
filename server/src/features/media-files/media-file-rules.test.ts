import { describe, expect, it } from 'vitest'
import {
  countCovered,
  createLocate,
  createSeasonsOf,
  inSeasons,
  numberParts,
  presentFiles,
  readFileId,
  readPaths,
} from './media-file-rules.ts'

const ROOTS = ['/media', '/more']
const at = (source_path: string, local_path: string) => ({ source_path, local_path })
const file = (file_id: number, path: string, more: object = {}) => ({
  file_id,
  record_id: 1,
  path,
  size_bytes: 10,
  ...more,
})

describe('where files lie (1:4.13 rule 2)', () => {
  it('needs a mapping, and that beneath a root of now', () => {
    const rows = [at('/films', '/media/films'), at('/old', '/gone/old'), at('/all', '/media')]
    const locate = createLocate(rows, ROOTS)
    expect(locate('/films/a.mkv')).toMatchObject({ row: 0, local_path: '/media/films/a.mkv' })
    expect(locate('/all/a.mkv')).toMatchObject({ row: 2, local_path: '/media/a.mkv' })
    expect(locate('/old/a.mkv')).toBeNull()
    expect(locate('/elsewhere/a.mkv')).toBeNull()
    expect(createLocate(rows, [])('/films/a.mkv')).toBeNull()
  })

  it('lets the first row decide, even when it leads nowhere', () => {
    const rows = [at('/films', '/gone'), at('/films', '/media')]
    expect(createLocate(rows, ROOTS)('/films/a.mkv')).toBeNull()
  })

  it('counts a library by its files, row by row, with a few of each', () => {
    const places = [
      { path: '/tv/A', files: 10 },
      { path: '/tv/B', files: 5 },
      { path: '/anime/C', files: 3 },
      ...Array.from({ length: 30 }, (_, i) => ({ path: `/lost/${i}`, files: 1 })),
    ]
    const rows = [at('/anime', '/more/anime'), at('/tv', '/media/tv')]
    const counted = countCovered(places, rows.length, createLocate(rows, ROOTS))
    expect(counted).toMatchObject({ files: 48, covered_files: 18, rows: [{ files: 3 }, { files: 15 }] })
    expect(counted.covered[0]).toMatchObject({ path: '/tv/A', files: 10, row: 1, local_path: '/media/tv/A' })
    expect(counted.uncovered).toHaveLength(20)
    expect(countCovered([], 0, () => null)).toEqual({
      files: 0,
      covered_files: 0,
      rows: [],
      covered: [],
      uncovered: [],
    })
  })
})

describe('what is asked', () => {
  it.each([1, 2_147_483_648])('%s is the id of a file', id => expect(readFileId(id)).toBe(id))
  it.each([0, -1, 1.5, '1', null, undefined, Number.NaN, 2 ** 60])('%s is none', id =>
    expect(readFileId(id)).toBeNull(),
  )

  it('takes 1 to 200 paths of at most 4096 characters', () => {
    expect(readPaths(['/a'])).toEqual(['/a'])
    expect(readPaths(Array.from({ length: 200 }, () => '/a'))).toHaveLength(200)
    expect(readPaths(['x'.repeat(4096)])).toHaveLength(1)
    const wrong = [[], Array.from({ length: 201 }, () => '/a'), ['x'.repeat(4097)], [1], '/a', undefined]
    for (const value of wrong) expect(readPaths(value)).toBeNull()
  })
})

describe('the files of a title', () => {
  it('are told in the provider’s seasons; another show’s are left out', () => {
    const files = [1, 2, 3].map(season_number => file(season_number, '/x', { season_number }))
    const seasons = (map: Parameters<typeof createSeasonsOf>[0]) =>
      inSeasons(files, createSeasonsOf(map)).map(one => [one.file_id, one.season_number])
    expect(seasons('same')).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    expect(seasons({ 1: 2 })).toEqual([[2, 1]])
    expect(seasons({ 2: 3, 1: 3 })).toEqual([[3, 1]])
  })

  it('never name a path, and say what can be downloaded', () => {
    const locate = createLocate([at('/films', '/media')], ROOTS)
    const shown = presentFiles([file(1, '/films/A/a.mkv'), file(2, '/lost/b.mkv')], locate)
    expect(shown).toEqual([
      { file_id: 1, size_bytes: 10, name: 'a.mkv', downloadable: true },
      { file_id: 2, size_bytes: 10, name: 'b.mkv', downloadable: false },
    ])
  })

  it('of a book in several get numbers', () => {
    const files = [file(1, '/a'), file(2, '/b'), { ...file(3, '/c'), record_id: 2 }]
    expect(numberParts(files).map(one => one.part_number)).toEqual([1, 2, undefined])
  })
})
