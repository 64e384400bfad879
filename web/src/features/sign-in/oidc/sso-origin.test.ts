import { afterEach, expect, it, vi } from 'vitest'
import { addressAt, otherOrigin } from './sso-origin.ts'

afterEach(() => vi.unstubAllGlobals())

it('2/4.4 moves to the external address only from another one', () => {
  const external = 'https://foyer.example.org'
  expect(otherOrigin(external, external)).toBeNull()
  expect(otherOrigin(undefined, external)).toBeNull()
  expect(otherOrigin(external, 'http://192.168.1.5:5454')).toBe(external)
})

it.each([
  ['http://192.168.1.5:5454/', 'https://foyer.example.org/login?redirect=%2Fmovies'],
  ['http://192.168.1.5:5454/media/foyer/', 'https://foyer.example.org/media/foyer/login?redirect=%2Fmovies'],
])('keeps the base path of %s', (baseURI, address) => {
  vi.stubGlobal('document', { baseURI })
  expect(addressAt('https://foyer.example.org', '/login?redirect=%2Fmovies')).toBe(address)
})
