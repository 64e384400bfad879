import { z } from 'zod'
import { defineRoute } from './route.ts'

const Check = z.enum(['ok', 'failed'])

export const getPing = defineRoute({
  method: 'GET',
  path: '/ping',
  access: 'public',
  summary: 'Answers `pong` as text while the process runs',
  spec: '1/I',
  kind: 'stream',
  head: true,
})

export const getHealthLive = defineRoute({
  method: 'GET',
  path: '/api/health/live',
  access: 'public',
  summary: 'The process answers',
  spec: '1/I',
  response: z.object({ status: z.literal('ok') }),
})

export const getHealthReady = defineRoute({
  method: 'GET',
  path: '/api/health/ready',
  access: 'public',
  summary: 'Whether storage, migrations and the encryption key are in order; 503 names the problem',
  spec: '1/I',
  response: z.object({
    status: z.literal('ready'),
    checks: z.object({ database: Check, migrations: Check, encryption_key: Check }),
  }),
  refusals: ['unavailable'],
})

export const getMetrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  summary: 'Figures for Prometheus, opened by the token that the server was started with',
  spec: '0.8 C66',
  kind: 'stream',
  refusals: ['not_found', 'unauthorized'],
})

export const getOpenApi = defineRoute({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This API as an OpenAPI 3.1 document',
  spec: '1/I',
  kind: 'verbatim',
})

export const getApiDocs = defineRoute({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  summary: 'This API as a readable page',
  spec: '1/I',
  kind: 'page',
})
