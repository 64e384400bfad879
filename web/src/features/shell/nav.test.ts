import { permissionsOf } from '@foyer/contract/permissions'
import { describe, expect, it } from 'vitest'
import { badgeOf, navFor } from './nav.ts'

describe('navigation', () => {
  const places = (hidden: readonly string[]) => navFor(['media:discover'], hidden).map(entry => entry.to)

  it('R1 leaves out a hidden media type', () => {
    expect(places([])).toEqual(expect.arrayContaining(['/movies', '/tv', '/search']))
    expect(places(['tv', 'book'])).toContain('/movies')
    expect(places(['tv', 'book'])).not.toContain('/tv')
  })

  it('offers nothing that the account may not open', () => {
    expect(navFor([], ['server']).map(entry => entry.to)).toEqual(['/', '/inbox', '/account'])
    expect(navFor([], []).map(entry => entry.to)).toContain('/servers')
  })

  it('has the chat for everybody who may use it or set it up, and no sixth entry in the bottom bar', () => {
    const all = navFor(permissionsOf('user'), [])
    expect(all.map(entry => entry.to)).toContain('/chat')
    expect(all.filter(entry => entry.bar)).toHaveLength(5)
  })

  it('counts on Me what a phone shows nowhere else: each page once, and not what the bell counts', () => {
    const badges = {
      '/approvals': 2,
      '/issues': 4,
      '/users': 1,
      '/instances': 8,
      '/inbox': 16,
      '/requests': 32,
    }
    expect(badgeOf(badges, '/account', true)).toBe(15)
    // In the sidebar, every page has its own.
    expect(badgeOf(badges, '/account', false)).toBe(0)
    expect(badgeOf(badges, '/users', false)).toBe(1)
    expect(badgeOf(badges, '/requests', true)).toBe(32)
    expect(badgeOf({}, '/account', true)).toBe(0)
  })
})
