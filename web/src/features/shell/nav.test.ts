import { permissionsOf } from '@foyer/contract/permissions'
import { describe, expect, it } from 'vitest'
import { navFor } from './nav.ts'

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
})
