import { expect, it } from 'vitest'
import { emptyReasonOf, kindsOf, parseCalendar } from './calendar-state.ts'

it('valid values in the address are used, others are dropped', () => {
  expect(parseCalendar({ view: 'month', month: '2026-11', kinds: ['tv', 'movie', 'radio'] })).toEqual({
    view: 'month',
    month: '2026-11',
    kinds: ['movie', 'tv'],
  })
  expect(parseCalendar({ view: 'year', month: '2026-19', kinds: 'tv' })).toEqual({})
})

it('the filters are the media types the libraries have', () => {
  const sources = ['tv_manager', 'movie_manager', 'tv_manager', 'jukebox'].map(service_type => ({
    service_type,
  }))
  expect(kindsOf(sources)).toEqual(['movie', 'tv'])
})

it('1/I an empty calendar says that nothing is released only if every library was read', () => {
  const movies = (ok: boolean) => ({ service_type: 'movie_manager', ok })
  const tv = (ok: boolean) => ({ service_type: 'tv_manager', ok })
  expect(emptyReasonOf([], undefined)).toBe('unconnected')
  expect(emptyReasonOf([movies(true), tv(true)], undefined)).toBe('nothing')
  expect(emptyReasonOf([movies(true), tv(false)], undefined)).toBe('partly_unread')
  expect(emptyReasonOf([movies(false), tv(false)], undefined)).toBe('unread')
  expect(emptyReasonOf([movies(true), tv(false)], ['movie'])).toBe('nothing')
  expect(emptyReasonOf([movies(true), tv(false)], ['tv'])).toBe('unread')
})
