import { describe, expect, it } from 'vitest'
import { coverPath, type Mapping } from './path-coverage.ts'

const ROWS: Mapping[] = [
  { source_path: '/data/movies', local_path: '/media/movies' },
  { source_path: 'D:\\Media\\', local_path: '/media/d' },
  { source_path: '\\\\nas\\films', local_path: '/media/nas/' },
  { source_path: '/data', local_path: '/media/rest' },
]

describe('1/4.13 which mapping catches a path', () => {
  it.each<[string, number, string]>([
    ['/data/movies/Dune (2021)/Dune.mkv', 0, '/media/movies/Dune (2021)/Dune.mkv'],
    ['/data/movies', 0, '/media/movies'],
    ['  /data/movies/a.mkv\n', 0, '/media/movies/a.mkv'],
    ['/data//movies/a.mkv', 0, '/media/movies/a.mkv'],
    ['/data/movies-4k/a.mkv', 3, '/media/rest/movies-4k/a.mkv'],
    ['/data/Movies/a.mkv', 3, '/media/rest/Movies/a.mkv'],
    ['D:\\Media\\TV\\S01\\a.mkv', 1, '/media/d/TV/S01/a.mkv'],
    ['d:/media/TV/a.mkv', 1, '/media/d/TV/a.mkv'],
    ['\\\\NAS\\Films\\a.mkv', 2, '/media/nas/a.mkv'],
  ])('%s', (path, row, local) => {
    expect(coverPath(ROWS, path)).toEqual({ covered: true, row, path: local })
  })

  it.each<[string, string]>([
    ['/other/a.mkv', 'no_match'],
    ['/datamovies/a.mkv', 'no_match'],
    ['E:\\Media\\a.mkv', 'no_match'],
    ['D:\\MediaOld\\a.mkv', 'no_match'],
    ['\\\\nas\\films2\\a.mkv', 'no_match'],
    ['movies/a.mkv', 'relative'],
    ['', 'relative'],
    ['/data/movies/../secrets/a', 'climbs'],
    ['D:\\Media\\..\\a', 'climbs'],
  ])('%s is not covered', (path, reason) => {
    expect(coverPath(ROWS, path)).toEqual({ covered: false, reason })
  })

  it('the first match wins, however short', () => {
    expect(coverPath(ROWS.toReversed(), '/data/movies/a.mkv')).toEqual({
      covered: true,
      row: 0,
      path: '/media/rest/movies/a.mkv',
    })
  })

  it('a row that is not finished yet catches nothing', () => {
    expect(coverPath([{ source_path: '', local_path: '' }], '/data/a')).toEqual({
      covered: false,
      reason: 'no_match',
    })
  })

  it('a slash, a drive and a share are different worlds', () => {
    const root = [{ source_path: '/', local_path: '/media' }]
    expect(coverPath(root, '/films/a.mkv')).toMatchObject({ path: '/media/films/a.mkv' })
    expect(coverPath(root, 'C:\\films\\a.mkv')).toMatchObject({ covered: false })
  })
})
