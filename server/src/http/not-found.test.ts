import type { RouteDefinition } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { belongsToApi, createMissFinder } from './not-found.ts'

const described = { access: 'public', summary: 'For tests', spec: '0.3' } as const
const routes: RouteDefinition[] = [
  { ...described, method: 'GET', path: '/ping', head: true },
  { ...described, method: 'GET', path: '/api/things/{thingID}' },
  { ...described, method: 'DELETE', path: '/api/things/{thingID}' },
  { ...described, method: 'POST', path: '/api/things/test' },
  { ...described, method: 'GET', path: '/api/proxy/{id}/{path*}' },
  { ...described, method: 'GET', path: '/.well-known/a.b' },
]

describe('what a miss is (0.3, C32)', () => {
  const missing = createMissFinder(routes)

  it.each([
    ['/ping', 'GET, HEAD'],
    ['/api/things/7', 'DELETE, GET'],
    ['/api/things/any thing', 'DELETE, GET'],
    // Static segments win over parameters, but both exist (8).
    ['/api/things/test', 'DELETE, GET, POST'],
    ['/api/proxy/7/a/b', 'GET'],
    ['/.well-known/a.b', 'GET'],
  ])('%s exists and allows %s', (path, allow) => {
    const refusal = missing(path)
    expect([refusal.status, refusal.code, refusal.details.headers]).toEqual([
      405,
      'method_not_allowed',
      { allow },
    ])
  })

  it.each([
    ['/api/things'],
    ['/api/things/'],
    ['/api/things/7/8'],
    ['/api/proxy/7/'],
    ['/.well-known/axb'],
    ['/pingx'],
    ['/x/ping'],
  ])('%s does not exist', path => {
    expect([missing(path).status, missing(path).code]).toEqual([404, 'not_found'])
  })
})

describe('what belongs to the API (1/I)', () => {
  it.each([['/api'], ['/api/x'], ['/oauth/token'], ['/mcp'], ['/mcp/x'], ['/.well-known/x']])(
    '%s does',
    path => expect(belongsToApi(path)).toBe(true),
  )

  it.each([['/'], ['/apiary'], ['/dashboard/api'], ['/mcpx'], ['/well-known'], ['/ping']])(
    '%s does not',
    path => expect(belongsToApi(path)).toBe(false),
  )
})
