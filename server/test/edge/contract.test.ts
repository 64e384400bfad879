import { existsSync, readFileSync } from 'node:fs'
import { allRoutes } from '@foyer/contract'
import { PERMISSIONS } from '@foyer/contract/permissions'
import { REFUSALS } from '@foyer/contract/refusals'
import { defineRoute, type RouteDefinition } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assertComplete, bind } from '#http/bind.ts'
import { startApp } from '#test/app.ts'

const nameOf = (route: RouteDefinition) => `${route.method} ${route.path}`
const placeholders = (path: string) => [...path.matchAll(/\{([^}*]*)\*?\}/g)].map(match => match[1])

/** Names of an object schema's fields as JSON Schema sees them. */
function fieldsOf(schema: z.core.$ZodType | undefined): string[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(json.properties ?? {})
}

describe('the contract (3.6)', () => {
  it('names each method and path once, also when parameters are named differently', () => {
    const names = allRoutes.map(route => `${route.method} ${route.path.replace(/\{[^}]*\}/g, '{}')}`)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it.each(allRoutes.map(route => [nameOf(route), route] as const))(
    '%s is described in full',
    (_name, route) => {
      expect(route.summary).toMatch(/^\S.{5,}/)
      expect(route.spec).toMatch(/^([12][:/][\dI]|[0-9E])/)
      expect(['public', 'user', 'admin', 'basic', 'oauth']).toContain(route.access)
      expect(route.path).toMatch(
        /^\/((ping|metrics)$|api\/|passkeys\/|destinations\/|oauth\/|mcp|\.well-known\/)/,
      )
      expect(new Set(fieldsOf(route.params))).toEqual(new Set(placeholders(route.path)))
      for (const code of route.refusals ?? []) expect(Object.keys(REFUSALS)).toContain(code)
      expect([...PERMISSIONS, undefined]).toContain(route.permission)
      // A body that no schema describes could carry anything.
      const describes = route.response !== undefined || route.status === 204
      if (route.kind !== 'verbatim') expect(describes).toBe(route.kind === undefined || route.kind === 'json')
      expect(route.body === undefined || route.method !== 'GET').toBe(true)
    },
  )

  it('gives every code a status of its kind and a whole sentence', () => {
    for (const [code, { status, error }] of Object.entries(REFUSALS)) {
      expect([code, status >= 400 && status < 600]).toEqual([code, true])
      expect(error).toMatch(/^[A-Z].*\.$/)
    }
  })
})

describe('binding (3.5)', () => {
  const some = { ...allRoutes[0]!, method: 'GET' as const }
  const one = defineRoute({ ...some, path: '/api/one' })
  const two = defineRoute({ ...some, path: '/api/two' })
  const bound = (route: RouteDefinition) => bind(route).to(() => undefined)

  it.each([
    ['an unbound route', [one, two], [one], /GET \/api\/two is not bound/],
    ['a route bound twice', [one], [one, one], /GET \/api\/one is bound 2 times/],
    ['a route that is not in the contract', [one], [one, two], /GET \/api\/two is not in the contract/],
    ['a route described twice', [one, { ...one }], [one], /GET \/api\/one is described twice/],
  ])('refuses %s', (_what, routes, bindings, message) => {
    expect(() => assertComplete(routes, bindings.map(bound))).toThrow(message)
  })

  it('accepts a contract whose every route is bound once', () => {
    expect(() => assertComplete([one, two], [two, one].map(bound))).not.toThrow()
  })
})

interface Operation {
  operationId: string
  responses: Record<string, { description: string }>
  parameters: { name: string; in: string; required: boolean }[]
  security: object[]
}

describe('the OpenAPI document (1/I, 9)', () => {
  it('describes every route with answers, and parameters that match its path', async () => {
    const app = await startApp()
    const { body, status, headers } = await app.call('GET', '/api/openapi.json')
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(body.openapi).toBe('3.1.0')
    expect(body.info).toMatchObject({ title: 'Foyer', version: app.config.version })
    const ids = new Set<string>()
    for (const route of allRoutes) {
      const path = route.path.replace(/\*\}/g, '}')
      const operation = body.paths[path]?.[route.method.toLowerCase()] as Operation
      expect([nameOf(route), operation.responses[String(route.status ?? 200)]?.description]).toEqual([
        nameOf(route),
        route.summary,
      ])
      const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
      expect(inPath.map(parameter => parameter.name)).toEqual(placeholders(route.path))
      expect(inPath.every(parameter => parameter.required)).toBe(true)
      expect(operation.security.length > 0).toBe(route.access !== 'public')
      expect([operation.operationId, ids.has(operation.operationId)]).toEqual([operation.operationId, false])
      ids.add(operation.operationId)
    }
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)]
    for (const [, name = ''] of references) expect(Object.keys(body.components.schemas)).toContain(name)
  })

  it('is a page for people too, without scripts', async () => {
    const app = await startApp()
    const { raw, headers } = await app.call('GET', '/api/docs')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(raw.toString()).not.toContain('<script')
    for (const route of allRoutes)
      expect(raw.toString()).toContain(route.summary.replace(/&/g, '&amp;').replace(/"/g, '&quot;'))
  })
})

describe('the published list of routes (1, 2, 8)', () => {
  const file = new URL('../../../../shared/spec/routes.tsv', import.meta.url)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const rows = text.split('\n').filter(line => line && !line.startsWith('#'))
  const listed = new Map(
    rows.map(line => {
      const [method = '', path = '', access = ''] = line.split('\t')
      return [`${method} ${path.replace(/\{[^}]*\}/g, '{}')}`, access]
    }),
  )

  it('agrees with the access class of each route that it lists', () => {
    const different = allRoutes.filter(route => {
      const access = listed.get(`${route.method} ${route.path.replace(/\{[^}]*\}/g, '{}')}`)
      return access !== undefined && access !== route.access
    })
    expect(different.map(nameOf)).toEqual([])
    // With the list at hand, a check that compared nothing must be red.
    expect(listed.size > 100).toBe(text !== '')
  })
})
