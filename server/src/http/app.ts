import type { IncomingMessage } from 'node:http'
import { DEFAULT_BODY_LIMIT, type RouteDefinition } from '@foyer/contract/route'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Meters } from '#kit/metrics/meters.ts'
import { isReady } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { ConstraintViolation } from '#kit/storage-fault.ts'
import { sendAnswer, setRouteHeaders } from './answers.ts'
import { assertPermitted, assertStillPermitted, authenticate, callerOf } from './authenticate.ts'
import { answerBadAddress, answerOddRequests, createBadBytesAnswer } from './bad-requests.ts'
import { assertComplete, type Binding, type Call, type Guard, type RequestHead } from './bind.ts'
import { acceptJsonBodies } from './body.ts'
import type { Caller, Identify } from '#kit/caller.ts'
import { callOf, requestHeadOf, rememberCaller } from './call.ts'
import { answerError, breakOff } from './errors.ts'
import { createExpressLane, type ExpressLane } from './express-lane.ts'
import { createPlaceReader, hasValidHost, invalidHost, type PlaceReader } from './forwarded.ts'
import { imageToken, opensByCookie } from './image-cookie.ts'
import { belongsToApi, createMissFinder, methodNotAllowed } from './not-found.ts'
import { addressKey, RATE_GROUPS, type RateLimits } from './rate-limits.ts'
import { newRequestId } from './request-id.ts'
import { createRouteFinder, methodsOf, type RouteFinder, TOO_LONG } from './route-finder.ts'
import { isPageAddress, type WebClient } from './web-client.ts'

export interface HttpParts {
  routes: readonly RouteDefinition[]
  bindings: readonly Binding[]
  identify: Identify
  /** R14: the caller of the image cookie. */
  identifyByImageToken: Identify
  limits: RateLimits
  clock: Clock
  log: Log
  base_path: string
  trusted_proxies: readonly string[]
  /** Receives the peer of a request whose forwarded headers were ignored. */
  onIgnoredProxy?: (peer: string) => void
  /** Whether a request may be upgraded to a WebSocket; all others get a plain response. */
  upgrades?: (request: IncomingMessage) => boolean
  /** Counts every answer (C66); absent while nobody reads the figures. */
  countAnswer?: Meters['countAnswer'] | undefined
  /** Absent in tests that only use the API. */
  web?: WebClient
}

/** Long enough for a phone on a bad connection, short enough that nobody can hold sockets for ever. */
const REQUEST_TIMEOUT_MS = 120_000
/** URLs outside the base path are routed here, where nothing is found. */
const OUTSIDE = '/.outside'

export function buildHttp(parts: HttpParts): FastifyInstance {
  assertComplete(parts.routes, parts.bindings)
  const finder = createRouteFinder(parts.routes, kindOf)
  const app = fastify({
    logger: false,
    bodyLimit: DEFAULT_BODY_LIMIT,
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    rewriteUrl: request => insideBasePath(request.url ?? '/', parts.base_path),
    http: {
      shouldUpgradeCallback: request => parts.upgrades?.(request) ?? false,
      // Node would answer without a body; `refuseInvalidHosts` sends one.
      requireHostHeader: false,
    },
    routerOptions: {
      constraints: {
        kind: { name: 'kind', storage: () => new Map(), deriveConstraint: finder.kindOfRequest },
      },
    },
    // The contract's schemas check what comes and goes; Fastify's compilers would only take memory.
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (_error, _request, reply) => answerBadAddress(reply),
    clientErrorHandler: createBadBytesAnswer(parts.clock),
    // Requests that arrive on an open connection during shutdown are served; then the connection ends.
    return503OnClosing: false,
  })
  acceptJsonBodies(app)
  app.setErrorHandler(answerError(parts.log))
  answerOddRequests(app, parts.clock)
  refuseInvalidHosts(app)
  const places = createPlaceReader(parts.trusted_proxies, parts.onIgnoredProxy)
  refuseMisses(app, parts, places)
  const lane = createExpressLane({ ...parts, places })
  addRoutes(app, { ...parts, places, finder }, lane)
  parts.web?.addTo(app)
  logAnswers(app, parts.log, finder)
  if (parts.countAnswer) countAnswers(app, parts.countAnswer, finder)
  lane.open(app)
  return app
}

function unused(): never {
  throw new Error('A route must not bring a schema of Fastify.')
}

/** `/foyer/api/x` → `/api/x`; every route exists only under the base path (E). */
function insideBasePath(url: string, base: string): string {
  if (base === '') return url
  if (url === base) return '/'
  if (url.startsWith(`${base}?`)) return `/${url.slice(base.length)}`
  return url.startsWith(`${base}/`) ? url.slice(base.length) : OUTSIDE
}

/** Before anything else: a forged Host must not end up in a link (R10). */
function refuseInvalidHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasValidHost(request.raw)) return done()
    setRouteHeaders(reply)
    done(invalidHost())
  })
}

/**
 * Everything without a route: a page or file of the web client, a wrong method, or nothing. The response is sent before the
 * body is read, because "does the route exist" is checked first (0.3).
 */
function refuseMisses(app: FastifyInstance, { routes, web }: HttpParts, places: PlaceReader): void {
  const missing = createMissFinder(routes)
  const isPage = (path: string) => web !== undefined && path !== OUTSIDE && isPageAddress(path)
  const refusalOf = (request: FastifyRequest): Refusal | undefined => {
    const path = pathOf(request)
    if (!isPage(path) && !web?.hasFile(path)) return missing(path)
    return isRead(request) ? undefined : methodNotAllowed(['GET', 'HEAD'])
  }
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = request.is404 ? refusalOf(request) : undefined
    if (refusal) setRouteHeaders(reply)
    done(refusal)
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request)
    if (web?.hasFile(path)) return web.sendFile(path, reply)
    if (web && isPage(path)) return web.sendPage(request, reply, places.origin(request.raw))
    setRouteHeaders(reply)
    throw missing(path)
  })
}

function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** As the router decoded it: `/%61pi` is `/api`. Undecodable paths were refused earlier. */
function pathOf(request: FastifyRequest): string {
  return decodeURI(request.url.split('?', 1)[0] ?? '/')
}

type RouteParts = HttpParts & { places: PlaceReader; finder: RouteFinder }

/** What the framework does differently for some routes than for others. */
function kindOf({ body_limit = DEFAULT_BODY_LIMIT, raw_body }: RouteDefinition): string {
  return `${body_limit} ${raw_body ? 'raw' : 'json'}`
}

/** One route of the framework for each kind; `finder` knows which of ours it is (route-finder.ts). */
function addRoutes(app: FastifyInstance, parts: RouteParts, lane: ExpressLane): void {
  const bindings = new Map(parts.bindings.map(binding => [binding.route, binding]))
  const served = new Map<RouteDefinition, ServedRoute>()
  const servedBy = (request: FastifyRequest): ServedRoute => {
    const route = parts.finder.routeOf(request.raw)?.route
    const binding = route && bindings.get(route)
    if (!binding) throw new Error('the request was routed without a route')
    const known = served.get(route)
    if (known) return known
    const made = serveRoute(binding, parts, lane)
    served.set(route, made)
    return made
  }
  for (const [kind, alike] of Map.groupBy(parts.routes, kindOf)) {
    app.route({
      method: [...new Set(alike.flatMap(methodsOf))],
      url: '*',
      constraints: { kind },
      bodyLimit: alike[0]?.body_limit ?? DEFAULT_BODY_LIMIT,
      config: { raw_body: alike[0]?.raw_body === true },
      errorHandler: (error, request, reply) => void servedBy(request).answerError(error, request, reply),
      onRequest: (request, reply, done) => {
        request.params = parts.finder.routeOf(request.raw)?.params
        servedBy(request).check(request, reply, done)
      },
      handler: (request, reply) => servedBy(request).handle(request, reply),
    })
  }
  app.route({
    method: [...new Set(parts.routes.flatMap(methodsOf))],
    url: '*',
    constraints: { kind: TOO_LONG },
    onRequest: (_request, reply) => answerBadAddress(reply),
    handler: (_request, reply) => answerBadAddress(reply),
  })
}

type ServedRoute = ReturnType<typeof serveRoute>

function serveRoute(binding: Binding, parts: RouteParts, lane: ExpressLane) {
  const { route } = binding
  // Changes are checked where they are written; other readers are, too, by the slice that knows their libraries.
  const isCheckedAgain = route.access === 'admin' && route.method === 'GET' && !binding.guard
  const checkedAgain = async (answer: Promise<unknown>, { headers }: FastifyRequest) => {
    const later = await answer
    await assertStillPermitted(route, parts.identify, headers.authorization)
    return later
  }
  return {
    answerError: answerError(parts.log, binding.error_form),
    check: checksBeforeBody(binding, parts),
    // Not async: a ready response is sent in the same event loop turn.
    handle: (request: FastifyRequest, reply: FastifyReply) => {
      const call = callOf(route, request, reply, parts.places)
      if (route.kind === 'stream' || route.kind === 'page') return runRaw(binding, call, parts.log)
      const returned = lane.handle(request, binding, call)
      if (returned instanceof Promise) {
        const refuse = (error: unknown) => refuseRemoved(error, route, request, parts.identify)
        const answer = isCheckedAgain ? checkedAgain(returned, request) : returned
        return answer.then(later => sendAnswer(reply, route, later), refuse)
      }
      if (isReady(returned)) lane.learn(request, binding, call)
      const sending = sendAnswer(reply, route, returned)
      return sending instanceof Promise ? sending : undefined
    },
  }
}

/**
 * A row that refers to its caller violates a constraint when the caller was removed in the meantime. That is an ended
 * session (401), not a bug; every other violation is a bug.
 */
async function refuseRemoved(
  error: unknown,
  { access }: RouteDefinition,
  { headers }: FastifyRequest,
  identify: Identify,
): Promise<never> {
  if (access !== 'public' && error instanceof ConstraintViolation && error.kind === 'foreign_key') {
    const found = await authenticate(identify, headers.authorization)
    if (found instanceof Refusal) throw found
  }
  throw error
}

/** The handler writes the response itself; errors after its start can only be logged. */
async function runRaw(binding: Binding, call: Call<RouteDefinition>, log: Log): Promise<FastifyReply> {
  const { reply } = call.raw
  try {
    await binding.handle(call)
  } catch (error) {
    if (!reply.sent && !reply.raw.headersSent) throw error
    breakOff(log, error, reply)
  }
  return reply
}

async function runGuard(
  route: RouteDefinition,
  guard: Guard,
  head: RequestHead,
): Promise<Caller | undefined> {
  const caller = (await guard(head)) ?? undefined
  if (caller) assertPermitted(route, caller)
  return caller
}

/** 0.3, in order: address-keyed limit → session → user-keyed limit → permission. The body comes after (C18). */
function checksBeforeBody({ route, guard, permit }: Binding, parts: RouteParts) {
  const by = route.rate && RATE_GROUPS[route.rate].by
  const isApi = belongsToApi(route.path)
  const takesCookie = opensByCookie(route)
  const identified = ({ headers }: FastifyRequest) => {
    const cookie = takesCookie ? imageToken(headers) : undefined
    return cookie === undefined
      ? authenticate(parts.identify, headers.authorization)
      : callerOf(parts.identifyByImageToken, cookie)
  }
  const admit = (request: FastifyRequest, found: Caller | Refusal): Promise<void> | undefined => {
    if (found instanceof Refusal) throw found
    if (route.rate && by === 'user') parts.limits.take(route.rate, String(found.user_id))
    assertPermitted(route, found)
    rememberCaller(request, found)
    return permit?.(found)
  }
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      if (isApi) setRouteHeaders(reply, route)
      if (route.rate && by === 'ip') parts.limits.take(route.rate, addressKey(parts.places.ip(request.raw)))
      if (guard) {
        runGuard(route, guard, requestHeadOf(request, reply, parts.places))
          .then(caller => caller && rememberCaller(request, caller))
          .then(() => done(), done)
        return
      }
      if (route.access === 'public') return done()
      const found = identified(request)
      if (found instanceof Promise) {
        found.then(later => admit(request, later)).then(() => done(), done)
        return
      }
      const permitting = admit(request, found)
      if (permitting) permitting.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  }
}

function logAnswers(app: FastifyInstance, log: Log, finder: RouteFinder): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = finder.routeOf(request.raw)?.route.path ?? 'none'
    const facts = { request_id: request.id, method: request.method, route, status: reply.statusCode }
    log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'answered')
    done()
  })
}

function countAnswers(app: FastifyInstance, countAnswer: Meters['countAnswer'], finder: RouteFinder): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = finder.routeOf(request.raw)?.route
    const { statusCode: status, elapsedTime } = reply
    const unlisted = request.is404 && status >= 400 ? 'none' : 'web'
    const seconds = route?.kind === 'stream' ? null : elapsedTime / 1000
    countAnswer({ route: route?.path ?? unlisted, method: request.method, status, seconds })
    done()
  })
}
