import { getAuthMe } from '@foyer/contract/sessions/sessions'
import { describe, expect, it } from 'vitest'
import { ServerUnreachable } from './api-error.ts'
import { routeUrl, send } from './api-request.ts'

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

describe('an answer that is cut off', () => {
  const gone = new DOMException('gone', 'AbortError')

  /** The answer begins, and ends with an error in its body. */
  function readCutOff(wanted: AbortController, beforeItEnds: () => void) {
    const body = new ReadableStream({
      pull(stream) {
        beforeItEnds()
        stream.error(gone)
      },
    })
    const sending = { base: 'http://h/', token: undefined, signal: wanted.signal }
    return send(getAuthMe, {}, { ...sending, transport: () => Promise.resolve(new Response(body)) })
  }

  it('says that the server cannot be reached', async () => {
    await expect(readCutOff(new AbortController(), () => undefined)).rejects.toBeInstanceOf(ServerUnreachable)
  })

  it('says nothing about the server if nobody waits for it any more', async () => {
    const wanted = new AbortController()
    await expect(readCutOff(wanted, () => wanted.abort())).rejects.toBe(gone)
  })
})
