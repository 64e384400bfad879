import { expect, it } from 'vitest'
import { uniqueRefs, withTitles } from '#lib/local-titles.ts'
import { titleOf, withNamed } from './action-titles.ts'

const SHOW = { id: 1, issue_title: 'Low Water', issue_media_type: 'tv', issue_tmdb_id: 24 } as const
const BOOK = {
  id: 2,
  issue_title: 'Tidewater Ledger',
  issue_media_type: 'book',
  issue_tmdb_id: undefined,
} as const

it('C58: a fix names its title in the language of the reader; others stay the same objects', () => {
  const actions = [SHOW, BOOK, SHOW]
  const titles = actions.map(titleOf)
  const refs = uniqueRefs(titles)
  expect(refs).toEqual([{ media_type: 'tv', tmdb_id: 24 }])
  const shown = withNamed(actions, withTitles(titles, refs, ['Niedrigwasser']))
  expect(shown.map(({ issue_title }) => issue_title)).toEqual([
    'Niedrigwasser',
    'Tidewater Ledger',
    'Niedrigwasser',
  ])
  expect(shown[1]).toBe(BOOK)
  expect(withNamed(actions, withTitles(titles, refs, [undefined]))[0]).toBe(SHOW)
})
