import { expect, it } from 'vitest'
import { kindsOf, parseCalendar } from './calendar-state.ts'

it('what stands in the address is taken when it makes sense, and dropped otherwise', () => {
  expect(parseCalendar({ view: 'month', month: '2026-11', kinds: ['tv', 'movie', 'radio'] })).toEqual({
    view: 'month',
    month: '2026-11',
    kinds: ['movie', 'tv'],
  })
  expect(parseCalendar({ view: 'year', month: '2026-19', kinds: 'tv' })).toEqual({})
})

it('the kinds to choose from are those that libraries speak of', () => {
  const sources = ['tv_manager', 'movie_manager', 'tv_manager', 'jukebox'].map(service_type => ({
    service_type,
  }))
  expect(kindsOf(sources)).toEqual(['movie', 'tv'])
})
