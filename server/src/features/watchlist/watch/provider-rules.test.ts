import { expect, it } from 'vitest'
import { albumParts, creditParts, movieFacts, showFacts } from './provider-rules.ts'

it('reads days, and takes anything else for unknown', () => {
  const movie = { title: 'It', poster_path: null }
  expect(movieFacts({ ...movie, release_date: '2026-11-15' }).released_on).toBe('2026-11-15')
  for (const release_date of ['', null, '2026', 'soon', undefined]) {
    expect(movieFacts({ ...movie, release_date }).released_on).toBeNull()
  }
  expect(() => movieFacts({ title: '' })).toThrow('title')
})

it('knows the seasons of a show without its specials', () => {
  const seasons = [0, 1, 2].map(season_number => ({ season_number, air_date: '2026-01-01' }))
  expect(showFacts({ name: 'It', seasons }).parts.map(one => one.part_id)).toEqual(['1', '2'])
  expect(showFacts({ name: 'It', seasons: null }).parts).toEqual([])
})

it('knows somebody’s work once, newest first, without appearances and adult titles', () => {
  const cast = [
    { id: 1, media_type: 'movie', title: 'Old', release_date: '1999-01-01' },
    { id: 2, media_type: 'movie', title: 'Announced', release_date: '' },
    { id: 3, media_type: 'tv', name: 'Talk', first_air_date: '2020-01-01', character: 'Self - Guest' },
    { id: 4, media_type: 'movie', title: 'Adult', release_date: '2020-01-01', adult: true },
    { id: 5, media_type: 'tv', name: 'Show', first_air_date: '2021-01-01', character: 'Selfridge' },
  ]
  const crew = [{ id: 1, media_type: 'movie', title: 'Old', release_date: '1999-01-01' }]
  expect(creditParts({ cast, crew }).map(one => `${one.part_kind} ${one.title}`)).toEqual([
    'movie Announced',
    'tv Show',
    'movie Old',
  ])
})

it('takes a year or a month of an album for no day that can come', () => {
  const album = { foreign_id: 'a', title: 'It', artist: 'Her', artists: [], genres: [] }
  const kinds = { primary_type: 'Album', secondary_types: [] }
  const dayOf = (release_date: string) => albumParts([{ ...album, ...kinds, release_date }])[0]?.released_on
  expect(['2026', '2026-11', '2026-11-15'].map(dayOf)).toEqual([null, null, '2026-11-15'])
})
