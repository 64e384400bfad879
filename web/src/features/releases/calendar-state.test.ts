import { expect, it } from 'vitest'
import { emptinessOf, kindsOf, parseCalendar } from './calendar-state.ts'

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

it('1/I an empty calendar claims that nothing comes out only where every library was read', () => {
  const movies = (ok: boolean) => ({ service_type: 'movie_manager', ok })
  const tv = (ok: boolean) => ({ service_type: 'tv_manager', ok })
  expect(emptinessOf([], undefined)).toBe('unconnected')
  expect(emptinessOf([movies(true), tv(true)], undefined)).toBe('nothing')
  expect(emptinessOf([movies(true), tv(false)], undefined)).toBe('partly_unread')
  expect(emptinessOf([movies(false), tv(false)], undefined)).toBe('unread')
  expect(emptinessOf([movies(true), tv(false)], ['movie'])).toBe('nothing')
  expect(emptinessOf([movies(true), tv(false)], ['tv'])).toBe('unread')
})
