import { describe, expect, it } from 'vitest'
import { routeUrl } from './api-request.ts'

describe('routeUrl', () => {
  const base = 'https://foyer.test/foyer/'

  it('fills parameters and escapes them', () => {
    expect(routeUrl(base, '/api/admin/users/{userID}', { params: { userID: 'a/b c' } })).toBe(
      'https://foyer.test/foyer/api/admin/users/a%2Fb%20c',
    )
  })

  it('keeps the slashes of a rest parameter', () => {
    const params = { id: 'x', path: 'v3/queue status' }
    expect(routeUrl(base, '/api/instances/{id}/proxy/{path*}', { params })).toBe(
      'https://foyer.test/foyer/api/instances/x/proxy/v3/queue%20status',
    )
  })

  it('leaves out undefined values and repeats arrays', () => {
    const query = { page: 2, genre: ['1', '2'], language: undefined, q: 'ö & co' }
    expect(routeUrl('http://h/', '/api/search', { query })).toBe(
      'http://h/api/search?page=2&genre=1&genre=2&q=%C3%B6+%26+co',
    )
  })
})
