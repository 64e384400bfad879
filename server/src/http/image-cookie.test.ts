import { defineRoute } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { imageToken, opensByCookie } from './image-cookie.ts'

const some = { path: '/api/some', access: 'user', summary: 'Some route', spec: '1:4.5' } as const

describe('the image cookie (R14)', () => {
  it('opens GET of image relays, and nothing else', () => {
    expect(opensByCookie(defineRoute({ ...some, method: 'GET', cache: 'image' }))).toBe(true)
    expect(opensByCookie(defineRoute({ ...some, method: 'POST', cache: 'image' }))).toBe(false)
    expect(opensByCookie(defineRoute({ ...some, method: 'GET', cache: 'never' }))).toBe(false)
    expect(opensByCookie(defineRoute({ ...some, method: 'GET' }))).toBe(false)
  })

  it.each([
    ['foyer_images=a.b-c_d', 'a.b-c_d'],
    ['x=1; foyer_images=token; y=2', 'token'],
    ['x=1;foyer_images=token', 'token'],
    ['foyer_images=first; foyer_images=second', 'first'],
    ['other_foyer_images=token', undefined],
    ['foyer_images=', undefined],
    ['foyer_imagesx=token', undefined],
    ['', undefined],
  ])('reads %j as %j', (cookie, token) => {
    expect(imageToken({ cookie })).toBe(token)
  })

  it('is not looked at beside a header', () => {
    expect(imageToken({ cookie: 'foyer_images=token', authorization: 'Bearer x' })).toBeUndefined()
    expect(imageToken({ cookie: 'foyer_images=token', authorization: '' })).toBeUndefined()
    expect(imageToken({})).toBeUndefined()
  })
})
