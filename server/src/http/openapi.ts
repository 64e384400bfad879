import { REFUSALS, type RefusalCode } from '@foyer/contract/refusals'
import type { RouteDefinition } from '@foyer/contract/route'
import { z } from 'zod'

type Json = Record<string, unknown>

const ERROR_SCHEMA = {
  type: 'object',
  required: ['error'],
  properties: {
    error: { type: 'string', description: 'A sentence for people; it may change freely.' },
    code: { type: 'string', description: 'Stable; programs decide by it.' },
    fields: { type: 'object', additionalProperties: { type: 'string' } },
  },
}

/** OpenAPI 3.1 from the contract: the same objects the server binds and the web client calls. */
export function openApiDocument(routes: readonly RouteDefinition[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/\*\}/g, '}')
    const item = (paths[path] ??= {})
    item[route.method.toLowerCase()] = operation(route)
    if (route.head) item['head'] = { ...operation(route), operationId: `${operationId(route)}Head` }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version,
      description: 'Media requests, discovery and downloads for a household. Times are RFC 3339 in UTC.',
    },
    servers: [{ url: '.' }],
    paths,
    components: {
      schemas: { Error: ERROR_SCHEMA },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        manager: { type: 'http', scheme: 'basic' },
        tool: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operationId(route: RouteDefinition): string {
  const words = `${route.method.toLowerCase()} ${route.path}`.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('')
}

function operation(route: RouteDefinition): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'service'],
    security: security(route),
    'x-spec': route.spec,
    'x-access': route.access,
    ...(route.permission && { 'x-permission': route.permission }),
    ...(route.rate && { 'x-rate-limit-group': route.rate }),
    parameters: [...parameters(route, 'path'), ...parameters(route, 'query')],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
      },
    }),
    responses: { ...success(route), ...failures(route) },
  }
}

function security(route: RouteDefinition): Json[] {
  if (route.access === 'public') return []
  if (route.access === 'oauth') return [{ tool: [] }]
  return [route.access === 'basic' ? { manager: [] } : { session: [] }]
}

function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

function parameters(route: RouteDefinition, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? route.params : route.query
  const described = schema ? schemaOf(schema, 'input') : {}
  const properties = (described['properties'] ?? {}) as Record<string, Json>
  const required = (described['required'] ?? []) as string[]
  const names = place === 'path' ? pathNames(route.path) : Object.keys(properties)
  return names.map(name => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  }))
}

function pathNames(path: string): string[] {
  return [...path.matchAll(/\{([^}*]*)\*?\}/g)].map(match => match[1] ?? '')
}

function success(route: RouteDefinition): Json {
  const status = String(route.status ?? 200)
  if (!route.response) return { [status]: { description: route.summary } }
  const content = { 'application/json': { schema: schemaOf(route.response, 'output') } }
  return { [status]: { description: route.summary, content } }
}

/** The possible errors: the route's own codes and those of its class. */
function failures(route: RouteDefinition): Json {
  const codes = new Set<RefusalCode>(route.refusals)
  if (route.body || route.params || route.query) codes.add('validation')
  if (route.rate) codes.add('rate_limited')
  if (route.access === 'user' || route.access === 'admin') codes.add('unauthorized').add('session_revoked')
  if (route.access === 'admin' || route.permission) codes.add('forbidden')
  const byStatus = new Map<number, RefusalCode[]>()
  for (const code of codes) {
    const { status } = REFUSALS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answers = [...byStatus].map(([status, list]) => [
    String(status),
    {
      description: list.map(code => `\`${code}\`: ${REFUSALS[code].error}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return Object.fromEntries(answers)
}
