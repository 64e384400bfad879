import { expect, it } from 'vitest'
import { creditedArtists, freshFromWire } from './listenbrainz-words.ts'

const A = '22222222-bbbb-4bbb-8bbb-000000000001'
const B = '22222222-bbbb-4bbb-8bbb-000000000002'

it.each<[string, string[], string[]]>([
  ['Ada Vell', [A], ['Ada Vell']],
  ['Simon & Garfunkel', [A], ['Simon & Garfunkel']],
  ['Ada Vell & North Nine', [A, B], ['Ada Vell', 'North Nine']],
  ['Ada Vell feat. North Nine', [A, B], ['Ada Vell', 'North Nine']],
  ['Ada Vell, North Nine', [A, B], ['Ada Vell', 'North Nine']],
  // Who is who cannot be told, so nobody is named.
  ['Ada Vell & North Nine', [A, B, A], []],
  ['North Nine', [A, B], []],
  ['Ada Vell', ['not an id'], []],
  ['Various Artists', [], []],
])('%s is by %s', (credit, ids, expected) => {
  expect(creditedArtists(credit, ids).map(({ name }) => name)).toEqual(expected)
})

it('leaves out rows that nothing can be asked for by', () => {
  const row = { release_group_mbid: A, release_name: 'Glass Harbour', release_date: '2026-10-30' }
  expect(freshFromWire(row)).toMatchObject({ foreign_id: A, artist: 'Unknown artist', primary_type: null })
  expect(freshFromWire({ ...row, release_group_mbid: null })).toBeNull()
  expect(freshFromWire({ ...row, release_group_mbid: 'x' })).toBeNull()
  expect(freshFromWire({ ...row, release_name: '' })).toBeNull()
})
