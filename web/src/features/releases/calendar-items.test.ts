import type { Release } from '@foyer/contract/releases'
import { describe, expect, it } from 'vitest'
import { byDay, itemsOf, runsOf } from './calendar-items.ts'

const movie: Release = {
  media_type: 'movie',
  kind: 'digital',
  date: '2026-11-20',
  title: 'Paper Lanterns',
  tmdb_id: 900_001,
  poster: null,
  monitored: true,
  status: 'requested',
  instance_id: 'a',
  instance_name: 'Movies',
}
const episode: Release = {
  ...movie,
  media_type: 'tv',
  kind: 'episode',
  title: 'Harbour Nine',
  tmdb_id: 910_001,
  season_number: 2,
  episode_number: 1,
  episode_title: 'Low water',
  instance_name: 'Series',
}

describe('entries of the calendar', () => {
  it('list a movie once for all libraries, with its best status', () => {
    const uhd: Release = {
      ...movie,
      instance_id: 'b',
      instance_name: 'Movies 4K',
      status: 'available',
      poster: '/x.jpg',
    }
    expect(itemsOf([movie, uhd])).toMatchObject([
      { title: 'Paper Lanterns', status: 'available', libraries: ['Movies', 'Movies 4K'], poster: '/x.jpg' },
    ])
    expect(itemsOf([movie, { ...movie, kind: 'physical' }])).toHaveLength(2)
  })

  it("combine a season's episodes of one day", () => {
    const more = [3, 2, 5].map(
      (episode_number): Release => ({ ...episode, episode_number, status: 'available' }),
    )
    const [line, ...others] = itemsOf([episode, ...more])
    expect(others).toEqual([])
    expect(line).toMatchObject({ episodes: [1, 2, 3, 5], status: 'partial', episode_title: undefined })
    expect(itemsOf([episode])[0]).toMatchObject({ episodes: [1], episode_title: 'Low water' })
    expect(itemsOf([episode, { ...episode, season_number: 3 }])).toHaveLength(2)
  })

  it.each(['TBA', 'Episode 1'])('C58 leave out the title %s, which is none', episode_title => {
    expect(itemsOf([{ ...episode, episode_title }])[0]).toMatchObject({
      episodes: [1],
      episode_title: undefined,
    })
  })

  it('are sorted, on the local day of the reader', () => {
    const at = new Date(2026, 10, 20, 21, 0)
    const early: Release = { ...episode, at: at.toISOString(), date: '1999-01-01' }
    const items = itemsOf([early, { ...movie, title: 'Zebra', tmdb_id: 2 }, movie])
    expect(items.map(item => item.title)).toEqual(['Paper Lanterns', 'Zebra', 'Harbour Nine'])
    expect([...byDay(items).keys()]).toEqual(['2026-11-20'])
  })
})

it.each([
  [[1], '1'],
  [[1, 2, 3], '1–3'],
  [[1, 3, 4, 8], '1, 3–4, 8'],
  [[], ''],
])('%j are said as %j', (numbers, words) => {
  expect(runsOf(numbers)).toBe(words)
})
