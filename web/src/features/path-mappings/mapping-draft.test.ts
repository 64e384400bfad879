import { describe, expect, it } from 'vitest'
import {
  countsOfRows,
  finishedRows,
  isBeneath,
  isChanged,
  shelfOf,
  suggestedSources,
} from './mapping-draft.ts'

const FINISHED = { source_path: ' /movies ', local_path: '/media/movies' }
const BEGUN = { source_path: '/anime', local_path: '' }

describe('1/4.13 mappings while they are edited', () => {
  it('only complete rows are sent, and their counts are assigned to the right rows', () => {
    const rows = [BEGUN, FINISHED, { source_path: '', local_path: '/media' }]
    expect(finishedRows(rows)).toEqual([{ source_path: '/movies', local_path: '/media/movies' }])
    expect(countsOfRows(rows, [{ files: 7 }])).toEqual([undefined, 7, undefined])
    expect(countsOfRows([FINISHED, FINISHED], [{ files: 7 }])).toEqual([7, undefined])
  })

  it('rows in another order, added or removed are changes, and nothing else of them is', () => {
    const saved = [FINISHED, BEGUN]
    expect(isChanged([{ ...FINISHED }, { local_path: '', source_path: '/anime' }], saved)).toBe(false)
    expect(isChanged([BEGUN, FINISHED], saved)).toBe(true)
    expect(isChanged([FINISHED], saved)).toBe(true)
    expect(isChanged([...saved, { source_path: '', local_path: '' }], saved)).toBe(true)
  })

  it.each([
    ['/movies/Dune (2021)/Dune.mkv', '/movies'],
    ['/data/tv/The Harbour Light', '/data/tv'],
    ['D:\\Media\\TV\\The Harbour Light', 'D:\\Media\\TV'],
    ['\\\\nas\\films\\Dune (2021)\\Dune.mkv', '\\\\nas\\films'],
    ['/Dune', undefined],
    ['/Dune/Dune.mkv', undefined],
  ])('%s lies on %s', (path, shelf) => expect(shelfOf(path, 1)).toBe(shelf))

  it('a book is in a folder for its author and one for its title', () => {
    expect(shelfOf('/audiobooks/Ines Moor/Low Water/Low Water.m4b', 2)).toBe('/audiobooks')
    expect(shelfOf('/audiobooks/Low Water.m4b', 2)).toBeUndefined()
  })

  it('each root folder is suggested once, unless a row already maps it', () => {
    const uncovered = ['/tv/A', '/tv/B', '/anime/C', '/kids/D'].map(path => ({ path }))
    expect(suggestedSources(uncovered, [BEGUN], 1)).toEqual(['/tv', '/kids'])
  })

  it('a folder is inside another only by whole folder names', () => {
    const inside = (folder: string) => isBeneath(['/media', '/mnt/tv/'], folder)
    expect(['/media', '/media/films/', ' /mnt/tv/kids'].map(inside)).toEqual([true, true, true])
    expect(['/media2', '/mnt', '', '/mnt/tv2'].map(inside)).toEqual([false, false, false, false])
  })
})
