import { expect, it } from 'vitest'
import { heroTitles } from './hero-titles.ts'

const page = (...rows: [id: number, backdrop_path: string | null][]) => ({
  page: 1,
  results: rows.map(([id, backdrop_path]) => ({ id, title: `Title ${id}`, backdrop_path })),
  total_pages: 1,
  total_results: rows.length,
})

it('the hero alternates between the lists, and only uses titles with a backdrop', () => {
  const titles = heroTitles({ movie: page([1, '/a'], [2, null], [3, '/c']), tv: page([4, '/d']) })
  expect(titles.map(title => title.id)).toEqual([1, 4, 3])
  expect(heroTitles({ tv: page([4, '/d']) }).map(title => title.type)).toEqual(['tv'])
  expect(heroTitles({})).toEqual([])
})
