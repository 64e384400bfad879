import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { RouteDefinition } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { createRouteFinder, TOO_LONG } from './route-finder.ts'

const described = { access: 'public', summary: 'For tests', spec: '0.3' } as const
const routes: RouteDefinition[] = [
  { ...described, method: 'GET', path: '/ping', head: true },
  { ...described, method: 'GET', path: '/api/things/{thingID}' },
  { ...described, method: 'POST', path: '/api/things/test' },
  { ...described, method: 'GET', path: '/api/proxy/{id}/{path*}' },
]

describe('the route of a request (0.3)', () => {
  const finder = createRouteFinder(routes, ({ path }) => path)

  function found(method: string, url: string) {
    const request = Object.assign(new IncomingMessage(new Socket()), { method, url })
    return { kind: finder.kindOfRequest(request), ...finder.routeOf(request) }
  }

  it.each([
    ['GET', '/ping?a=b', 0, {}],
    ['HEAD', '/ping', 0, {}],
    ['GET', '/api/things/any%20thing', 1, { thingID: 'any thing' }],
    ['GET', '/api/things/a%2Fb', 1, { thingID: 'a/b' }],
    // A static segment wins only for the methods it has.
    ['GET', '/api/things/test', 1, { thingID: 'test' }],
    ['POST', '/api/things/test', 2, {}],
    ['GET', `/api/things/${'x'.repeat(4096)}`, 1, { thingID: 'x'.repeat(4096) }],
    ['GET', `/api/proxy/7/a/${'x'.repeat(5000)}`, 3, { id: '7', '*': `a/${'x'.repeat(5000)}` }],
  ])('%s %s is found with its values', (method, url, at, params) => {
    expect(found(method, url)).toEqual({ kind: routes[at]?.path, route: routes[at], params })
  })

  it('is none where the address or the method is unknown, or the address cannot be read', () => {
    const misses = [found('GET', '/pong'), found('PUT', '/ping'), found('GET', '/api/things/%zz')]
    const kinds = new Set(routes.map(({ path }) => path as string))
    for (const { kind, route } of misses)
      expect([kinds.has(kind), kind, route]).toEqual([false, 'not_found', undefined])
  })

  it('is none where a value is too long', () => {
    expect(found('GET', `/api/things/${'x'.repeat(4097)}`)).toEqual({ kind: TOO_LONG })
  })
})
