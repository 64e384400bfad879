import { describe, expect, it } from 'vitest'
import type { FreshAlbum } from '#ports/music-charts.ts'
import { cutPage, feedOf, itemsOf, newestFirst, releaseTypeOf } from './music-feed-rules.ts'

const NAME = { source: 'MusicBrainz', scope: 'Rock', empty_message: 'Nothing.' }

const fresh = (
  foreign_id: string,
  release_date: string,
  primary_type: string | null = 'Album',
): FreshAlbum => ({
  foreign_id,
  title: foreign_id,
  artist: 'Ada Vell',
  artists: [],
  release_date,
  primary_type,
})

describe('feedOf (1:4.3 rule 1)', () => {
  it.each([
    ['more pages after a full one', [1], true, 1, { next_page: 2 }],
    ['more pages after an empty one', [], true, 3, { next_page: 4 }],
    ['the end', [1], false, 2, {}],
    ['nothing at all', [], false, 1, { empty_message: 'Nothing.' }],
    ['the last page that can be asked for', [1], true, 500, {}],
  ])('%s', (_what, rows, more, page, expected) => {
    const always = { results: rows, page, source: 'MusicBrainz', scope: 'Rock' }
    expect(feedOf(NAME, page, { rows, more })).toEqual({ ...always, ...expected })
  })
})

it.each([
  ['Album', 'Album'],
  ['ep', 'EP'],
  ['Single', 'Single'],
  ['Broadcast', null],
  ['', null],
  [null, null],
])('%s is shown as %s (1/4.3)', (primary, expected) => {
  expect(releaseTypeOf(primary)).toBe(expected)
})

it('shows each id once, and distinct ids of one title (1:4.3 rule 2)', () => {
  const twin = { ...fresh('b', '2026'), title: 'a' }
  const items = itemsOf([fresh('a', '2026'), twin, fresh('a', '2026'), fresh('s', '', 'Single')], ['Album'])
  expect(items.map(item => [item.foreign_id, item.title])).toEqual([
    ['a', 'a'],
    ['b', 'a'],
  ])
  expect(items[0]).toMatchObject({ artwork: '/api/discover/music/artwork/a', release_date: '2026' })
  expect(itemsOf([fresh('c', '')], ['Album'])[0]).not.toHaveProperty('release_date')
})

describe('newestFirst (1:4.3 rule 3, C11)', () => {
  it.each([
    ['2026-11-15', true],
    ['2026-10-16', true],
    ['2026-10-15', false],
    ['2026-11-16', false],
    ['2026-11', false],
    ['2026', false],
    ['', false],
    ['2026-11-31', false],
    ['2026-11-1x', false],
  ])('takes %s within the window: %s', (date, expected) => {
    expect(newestFirst([fresh('a', date)], '2026-11-15')).toHaveLength(expected ? 1 : 0)
  })

  it('counts back over the end of February', () => {
    expect(newestFirst([fresh('a', '2028-02-01'), fresh('b', '2028-01-31')], '2028-03-02')).toHaveLength(1)
  })

  it('takes albums and EPs, newest first, the newest of a repeated id, equals as they came', () => {
    const found = newestFirst(
      [
        fresh('old', '2026-11-01'),
        fresh('x', '2026-11-03'),
        fresh('single', '2026-11-03', 'Single'),
        fresh('unknown', '2026-11-03', null),
        fresh('y', '2026-11-03', 'EP'),
        fresh('old', '2026-11-05'),
      ],
      '2026-11-15',
    )
    expect(found.map(item => `${item.foreign_id} ${item.release_date}`)).toEqual([
      'old 2026-11-05',
      'x 2026-11-03',
      'y 2026-11-03',
    ])
  })
})

it.each([
  [1, 20, true],
  [2, 20, true],
  [3, 5, false],
  [4, 0, false],
])('page %i of 45 has %i, and more: %s', (page, count, more) => {
  const cut = cutPage(Array.from({ length: 45 }), page)
  expect([cut.rows.length, cut.more]).toEqual([count, more])
})
