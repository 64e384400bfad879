import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Identify, RequestFacts } from '#kit/caller.ts'
import type { Log } from '#kit/log.ts'
import { encoded, isReady, type Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'
import { API_HEADERS } from './answers.ts'
import { assertPermitted, bearerToken, callerOf } from './authenticate.ts'
import type { Binding, Call } from './bind.ts'
import { hasValidHost, type PlaceReader } from './forwarded.ts'

/** One address as it was understood before: the same address always means the same. */
interface KnownAddress {
  binding: Binding
  input: Pick<Call<RouteDefinition>, 'params' | 'query'>
}

const MAX_ADDRESSES = 2000
const MAX_TOKENS = 10_000
const MAX_ADDRESS_LENGTH = 1024
const HEAD = Object.entries(API_HEADERS).flat()

/** The handler wants what only the framework knows. */
class FallThrough extends Error {}

/**
 * Of all facts only the origin: the others are for what happens, not for what is read. A class, because an object
 * literal with getters is given a shape of its own each time, which made a third of a hot read garbage collection.
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
    // Public routes have none; the types of `bind` keep that apart.
    this.caller = caller as Call<RouteDefinition>['caller']
    this.facts = facts
  }

  get raw(): never {
    throw new FallThrough()
  }
}

/**
 * Hot reads past the framework. Which route an address means and what its query says is remembered; who calls,
 * whether they may, and what they are answered is asked anew each time, by the same functions. Only bytes that
 * are ready leave from here: everything else, refusals included, takes the long way from the start.
 */
export function createExpressLane(parts: { identify: Identify; log: Log; places: PlaceReader }) {
  const known = new Map<string, KnownAddress>()
  const tokens = new Map<string, string>()
  /** Answers that were begun here and were not ready at once; the long way waits for them. */
  const begun = new WeakMap<IncomingMessage, Promise<unknown>>()

  /** A token taken out of its header once stays the same string, which the maps behind it need not hash again. */
  function tokenIn(header = ''): string | undefined {
    const seen = tokens.get(header)
    if (seen !== undefined) return seen
    const token = bearerToken(header)
    // Anybody may send anything here: what is remembered is bounded in number and in length.
    if (token === undefined || header.length > MAX_ADDRESS_LENGTH) return token
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    tokens.set(header, token)
    return token
  }

  function callerFor(route: RouteDefinition, request: IncomingMessage): Caller | undefined {
    if (route.access === 'public') return undefined
    const found = callerOf(parts.identify, tokenIn(request.headers.authorization))
    if (found instanceof Promise) {
      // Asked again on the long way, which reports a failure; unheard, it would end the process.
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
      // Its failure is reported on the long way, unless that refuses first.
      answer.catch(() => {})
      begun.set(request, answer)
    }
    if (!isReady(answer)) throw new FallThrough()
    return answer
  }

  const factsOf = (request: IncomingMessage) => new LaneFacts(request, parts.places)

  /** False: nothing was sent, and nothing has happened. */
  function serve(request: IncomingMessage, response: ServerResponse): boolean {
    const address = request.method === 'GET' ? known.get(request.url ?? '') : undefined
    if (!address || !hasValidHost(request)) return false
    try {
      const ready = answerOf(address, request)
      const chosen = encoded(ready, request.headers['accept-encoding'])
      if (chosen instanceof Promise) return false
      send(response, ready, chosen, request.headers['accept-encoding'] !== undefined)
      parts.log.debug({ method: 'GET', route: address.binding.route.path, status: 200 }, 'answered')
      return true
    } catch {
      return false
    }
  }

  return {
    /** What a route answered at once may be answered here next time. */
    learn(
      { method, originalUrl }: FastifyRequest,
      binding: Binding,
      { params, query }: Call<RouteDefinition>,
    ) {
      if (method !== 'GET' || !mayUse(binding.route) || originalUrl.length > MAX_ADDRESS_LENGTH) return
      if (known.size >= MAX_ADDRESSES) known.clear()
      known.set(originalUrl, { binding, input: { params, query } })
    },

    /** Runs the handler, unless it was begun for this very request already. */
    handle({ raw }: FastifyRequest, binding: Binding, call: Call<RouteDefinition>): unknown {
      const answer = begun.get(raw)
      if (!answer) return binding.handle(call)
      begun.delete(raw)
      return answer.catch((error: unknown) => {
        if (error instanceof FallThrough) return binding.handle(call)
        throw error
      })
    },

    /** Stands in front of the framework until the server closes. */
    open(app: FastifyInstance): void {
      const [longWay] = app.server.listeners('request') as RequestListener[]
      if (!longWay) throw new Error('the framework does not listen for requests')
      app.server.removeAllListeners('request')
      app.server.on('request', (request, response) => {
        if (!serve(request, response)) longWay(request, response)
      })
      app.addHook('preClose', done => {
        app.server.removeAllListeners('request')
        app.server.on('request', longWay)
        done()
      })
    },
  }
}

export type ExpressLane = ReturnType<typeof createExpressLane>

/**
 * Limits and cookies are counted on the long way. What a JSON route keeps as ready bytes was parsed by its
 * schema when it was made (docs/adr/0002).
 */
function mayUse({ kind = 'json', rate, access, cache, status = 200 }: RouteDefinition): boolean {
  const isBody = kind === 'verbatim' || kind === 'json'
  return isBody && status === 200 && rate === undefined && access !== 'basic' && !cache
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
