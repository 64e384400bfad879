import type { RouteDefinition } from '@foyer/contract/route'
import * as routes from '@foyer/contract/service'
import { API_DOCS_POLICY, apiDocsPage } from '#http/api-docs.ts'
import { type Binding, bind } from '#http/bind.ts'
import { openApiDocument } from '#http/openapi.ts'
import { type Ready, readyJson } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Readiness } from './readiness.ts'

export interface ServiceRouteParts {
  routes: readonly RouteDefinition[]
  version: string
  readiness: Readiness
}

/** Created on first use, to keep startup short. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

export function serviceRoutes(parts: ServiceRouteParts): Binding[] {
  const document = once((): Ready => readyJson(openApiDocument(parts.routes, parts.version)))
  const page = once(() => apiDocsPage(parts.routes, parts.version))
  return [
    bind(routes.getPing).to(({ raw }) => raw.reply.type('text/plain; charset=utf-8').send('pong')),
    bind(routes.getHealthLive).to(() => ({ status: 'ok' })),
    bind(routes.getHealthReady).to(async () => {
      const checks = await parts.readiness()
      if (Object.values(checks).every(check => check === 'ok')) return { status: 'ready', checks }
      throw new Refusal('unavailable', { extra: { status: 'not_ready', checks } })
    }),
    bind(routes.getOpenApi).to(() => document()),
    bind(routes.getApiDocs).to(({ raw }) =>
      raw.reply
        .header('content-security-policy', API_DOCS_POLICY)
        .type('text/html; charset=utf-8')
        .send(page()),
    ),
  ]
}
