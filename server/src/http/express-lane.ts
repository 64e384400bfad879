import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Identify, RequestFacts } from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Meters } from '#kit/metrics/meters.ts'
import { encoded, isReady, type Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { API_HEADERS } from './answers.ts'
import { assertPermitted, bearerToken, callerOf } from './authenticate.ts'
import { type Binding, type Call, hasOwnCredential } from './bind.ts'
import { hasValidHost, type PlaceReader } from './forwarded.ts'

/** A resolved address: the same address always resolves to the same route. */
interface KnownAddress {
  binding: Binding
  input: Pick<Call<RouteDefinition>, 'params' | 'query'>
}

const MAX_ADDRESSES = 2000
const MAX_TOKENS = 10_000
const MAX_ADDRESS_LENGTH = 1024
const HEAD = Object.entries(API_HEADERS).flat()

/** The handler needs something only the framework has. */
class FallThrough extends Error {}

/**
 * Only the origin: reads need no other facts. A class, because an object literal with getters gets a new shape each
 * time, which made a third of a hot read garbage collection.
 */
class LaneFacts implements RequestFacts {
  readonly #request: IncomingMessage
  readonly #places: PlaceReader

  constructor(request: IncomingMessage, places: PlaceReader) {
    this.#request = request
    this.#places = places
  }

  get origin(): string {
    return this.#places.origin(this.#request)
  }
  get id(): never {
    throw new FallThrough()
  }
  get ip(): never {
    throw new FallThrough()
  }
  get user_agent(): never {
    throw new FallThrough()
  }
}

class LaneCall implements Call<RouteDefinition> {
  readonly params: Call<RouteDefinition>['params']
  readonly query: Call<RouteDefinition>['query']
  readonly body = undefined
  readonly caller: Call<RouteDefinition>['caller']
  readonly facts: RequestFacts

  constructor({ params, query }: KnownAddress['input'], caller: Caller | undefined, facts: RequestFacts) {
    this.params = params
    this.query = query
    // Public routes have none; the types of `bind` ensure that.
    this.caller = caller as Call<RouteDefinition>['caller']
    this.facts = facts
  }

  leaving(): never {
    throw new FallThrough()
  }

  get raw(): never {
    throw new FallThrough()
  }
}

interface ExpressLaneParts {
  identify: Identify
  log: Log
  places: PlaceReader
  clock: Clock
  countAnswer?: Meters['countAnswer'] | undefined
}

/**
 * Serves hot reads without the framework. The route and query of an address are cached; the caller, the permission and
 * the response are determined each time, by the same functions. Only ready bytes are sent from here: everything else,
 * including refusals, goes through the framework from the start.
 */
export function createExpressLane(parts: ExpressLaneParts) {
  const known = new Map<string, KnownAddress>()
  const tokens = new Map<string, string>()
  /** Responses that were started here but not ready at once; the framework path awaits them. */
  const started = new WeakMap<IncomingMessage, Promise<unknown>>()

  /** The extracted token is the same string each time, so the maps that use it need not hash it again. */
  function tokenIn(header = ''): string | undefined {
    const cached = tokens.get(header)
    if (cached !== undefined) return cached
    const token = bearerToken(header)
    // Clients may send anything: the cache is bounded in number and length.
    if (token === undefined || header.length > MAX_ADDRESS_LENGTH) return token
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    tokens.set(header, token)
    return token
  }

  function callerFor(route: RouteDefinition, request: IncomingMessage): Caller | undefined {
    if (route.access === 'public') return undefined
    const found = callerOf(parts.identify, tokenIn(request.headers.authorization))
    if (found instanceof Promise) {
      // Evaluated again on the framework path, which reports a failure; unhandled, it would end the process.
      found.catch(() => {})
      throw new FallThrough()
    }
    if (found instanceof Refusal) throw new FallThrough()
    assertPermitted(route, found)
    return found
  }

  function answerOf({ binding, input }: KnownAddress, request: IncomingMessage): Ready {
    const answer = binding.handle(new LaneCall(input, callerFor(binding.route, request), factsOf(request)))
    if (answer instanceof Promise) {
      // A failure is reported on the framework path, unless that refuses first.
      answer.catch(() => {})
      started.set(request, answer)
    }
    if (!isReady(answer)) throw new FallThrough()
    return answer
  }

  const factsOf = (request: IncomingMessage) => new LaneFacts(request, parts.places)

  /** False: nothing was sent and nothing has changed. */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const address = request.method === 'GET' ? known.get(request.url ?? '') : undefined
    if (!address || !hasValidHost(request)) return false
    const { countAnswer, clock } = parts
    const started = countAnswer ? clock.monotonicMs() : 0
    try {
      const ready = answerOf(address, request)
      const chosen = encoded(ready, request.headers['accept-encoding'])
      if (chosen instanceof Promise) return false
      send(response, ready, chosen, request.headers['accept-encoding'] !== undefined)
      const facts = { method: 'GET', route: address.binding.route.path, status: 200 }
      parts.log.debug(facts, 'answered')
      countAnswer?.({ ...facts, seconds: (clock.monotonicMs() - started) / 1000 })
      return true
    } catch {
      return false
    }
  }

  return {
    /** A route that answered synchronously may be served here next time. */
    learn(
      { method, originalUrl }: FastifyRequest,
      binding: Binding,
      { params, query }: Call<RouteDefinition>,
    ) {
      if (method !== 'GET' || !mayUse(binding.route) || originalUrl.length > MAX_ADDRESS_LENGTH) return
      if (known.size >= MAX_ADDRESSES) known.clear()
      known.set(originalUrl, { binding, input: { params, query } })
    },

    /** Runs the handler, unless it was already started for this request. */
    handle({ raw }: FastifyRequest, binding: Binding, call: Call<RouteDefinition>): unknown {
      const answer = started.get(raw)
      if (!answer) return binding.handle(call)
      started.delete(raw)
      return answer.catch((error: unknown) => {
        if (error instanceof FallThrough) return binding.handle(call)
        throw error
      })
    },

    /** Receives requests before the framework until the server closes. */
    open(app: FastifyInstance): void {
      const [frameworkListener] = app.server.listeners('request') as RequestListener[]
      if (!frameworkListener) throw new Error('the framework does not listen for requests')
      app.server.removeAllListeners('request')
      app.server.on('request', (request, response) => {
        if (!serve(request, response)) frameworkListener(request, response)
      })
      app.addHook('preClose', done => {
        app.server.removeAllListeners('request')
        app.server.on('request', frameworkListener)
        done()
      })
    },
  }
}

export type ExpressLane = ReturnType<typeof createExpressLane>

/**
 * Rate limits and cookies need the framework path. A JSON route's ready bytes were validated by its schema when they
 * were made (docs/adr/0002).
 */
function mayUse(route: RouteDefinition): boolean {
  const { kind = 'json', rate, cache, status = 200 } = route
  const isBody = kind === 'verbatim' || kind === 'json'
  return isBody && status === 200 && rate === undefined && !hasOwnCredential(route) && !cache
}

function send(
  response: ServerResponse,
  { content_type }: Ready,
  { bytes, encoding }: { bytes: Buffer; encoding: string | undefined },
  varies: boolean,
): void {
  const head = [...HEAD, 'content-type', content_type, 'content-length', String(bytes.length)]
  if (varies) head.push('vary', 'accept-encoding')
  if (encoding) head.push('content-encoding', encoding)
  response.writeHead(200, head)
  response.end(bytes)
}
