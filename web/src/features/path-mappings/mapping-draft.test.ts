import { describe, expect, it } from 'vitest'
import { countsOfRows, finishedRows, isBeneath, shelfOf, suggestedSources } from './mapping-draft.ts'

const FINISHED = { source_path: ' /movies ', local_path: '/media/movies' }
const BEGUN = { source_path: '/anime', local_path: '' }

describe('1/4.13 mappings while they are written', () => {
  it('only finished rows are asked about, and their counts find the right row again', () => {
    const rows = [BEGUN, FINISHED, { source_path: '', local_path: '/media' }]
    expect(finishedRows(rows)).toEqual([{ source_path: '/movies', local_path: '/media/movies' }])
    expect(countsOfRows(rows, [{ files: 7 }])).toEqual([undefined, 7, undefined])
    expect(countsOfRows([FINISHED, FINISHED], [{ files: 7 }])).toEqual([7, undefined])
  })

  it.each([
    ['/movies/Dune (2021)/Dune.mkv', '/movies'],
    ['/data/tv/The Harbour Light', '/data/tv'],
    ['D:\\Media\\TV\\The Harbour Light', 'D:\\Media\\TV'],
    ['\\\\nas\\films\\Dune (2021)\\Dune.mkv', '\\\\nas\\films'],
    ['/Dune', undefined],
    ['/Dune/Dune.mkv', undefined],
  ])('%s lies on %s', (path, shelf) => expect(shelfOf(path, 1)).toBe(shelf))

  it('a book lies in the folders of its author and its title', () => {
    expect(shelfOf('/audiobooks/Ines Moor/Low Water/Low Water.m4b', 2)).toBe('/audiobooks')
    expect(shelfOf('/audiobooks/Low Water.m4b', 2)).toBeUndefined()
  })

  it('each shelf is suggested once, and not where a row has begun to map it', () => {
    const uncovered = ['/tv/A', '/tv/B', '/anime/C', '/kids/D'].map(path => ({ path }))
    expect(suggestedSources(uncovered, [BEGUN], 1)).toEqual(['/tv', '/kids'])
  })

  it('a folder counts as inside only by whole names', () => {
    const inside = (folder: string) => isBeneath(['/media', '/mnt/tv/'], folder)
    expect(['/media', '/media/films/', ' /mnt/tv/kids'].map(inside)).toEqual([true, true, true])
    expect(['/media2', '/mnt', '', '/mnt/tv2'].map(inside)).toEqual([false, false, false, false])
  })
})
