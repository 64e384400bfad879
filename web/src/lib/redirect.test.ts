import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

describe('safeRedirect', () => {
  it.each(['/', '/account', '/movies/603?tab=cast#top', '/search?q=a%2F%2Fb', '/loginless'])(
    'keeps %s',
    path => {
      expect(safeRedirect(path)).toBe(path)
    },
  )

  it.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\n/evil.test',
    'account',
    '',
    '/login',
    '/login?redirect=/login',
    '/setup',
    undefined,
    42,
    ['/account'],
  ])('sends %j home', path => {
    expect(safeRedirect(path)).toBe('/')
  })
})
