import { expect, it } from 'vitest'
import { accessTo, hiddenWithoutAccess, mediumOf } from './access-rules.ts'

const BOOKS = { service_type: 'book_manager' } as const
const MUSIC = { service_type: 'music_manager' } as const
const MOVIES = { service_type: 'movie_manager' } as const
const FACTS = { all: [BOOKS, MOVIES], visible: [MOVIES], asks: [], without_access: 'ask' } as const
const ASKED = { user_id: 1, media_type: 'book', asked_at: '2026-11-15T09:00:00.000Z' } as const

it('somebody can ask for a library that exists, that they do not see, and that is not hidden', () => {
  expect(accessTo('book', FACTS)).toEqual({ media_type: 'book', has_access: false, can_ask: true })
  expect(accessTo('music', FACTS)).toEqual({ media_type: 'music', has_access: false, can_ask: false })
  expect(accessTo('book', { ...FACTS, visible: [BOOKS] })).toMatchObject({
    has_access: true,
    can_ask: false,
  })
  expect(accessTo('book', { ...FACTS, without_access: 'hide' })).toMatchObject({ can_ask: false })
})

it('the latest ask is told with its decision', () => {
  const open = { ...ASKED, state: 'open', decided_at: null } as const
  expect(accessTo('book', { ...FACTS, asks: [open] }).ask).toEqual({
    state: 'open',
    asked_at: ASKED.asked_at,
  })
  const declined = { ...ASKED, state: 'declined', decided_at: '2026-11-16T09:00:00.000Z' } as const
  expect(accessTo('book', { ...FACTS, asks: [declined] }).ask).toMatchObject({
    state: 'declined',
    decided_at: declined.decided_at,
  })
  expect(accessTo('music', { ...FACTS, asks: [open] }).ask).toBeUndefined()
})

it('only what exists and cannot be seen is hidden, and only when an admin says so', () => {
  expect(hiddenWithoutAccess(FACTS)).toEqual([])
  const hide = { ...FACTS, without_access: 'hide' } as const
  expect(hiddenWithoutAccess(hide)).toEqual(['book'])
  expect(hiddenWithoutAccess({ ...hide, all: [BOOKS, MUSIC] })).toEqual(['book', 'music'])
  expect(hiddenWithoutAccess({ ...hide, visible: [BOOKS] })).toEqual([])
})

it('books and music are given by grants; movies are not', () => {
  expect([mediumOf(BOOKS), mediumOf(MUSIC), mediumOf(MOVIES)]).toEqual(['book', 'music', undefined])
})
