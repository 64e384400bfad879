import type { RouteDefinition } from '@foyer/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, RequestFacts } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Call, RequestHead } from './bind.ts'
import type { PlaceReader } from './forwarded.ts'
import { parseInput } from './validation.ts'

const callers = new WeakMap<FastifyRequest, Caller>()

export function rememberCaller(request: FastifyRequest, caller: Caller): void {
  callers.set(request, caller)
}

/** The router names the value of `{path*}` `*`; the contract uses its own name. */
function paramsOf(route: RouteDefinition, request: FastifyRequest): unknown {
  const name = /\{([^}]*)\*\}$/.exec(route.path)?.[1]
  if (name === undefined) return request.params
  const { '*': rest, ...named } = request.params as Record<string, string>
  return { ...named, [name]: rest }
}

export function callOf(
  route: RouteDefinition,
  request: FastifyRequest,
  reply: FastifyReply,
  places: PlaceReader,
): Call<RouteDefinition> {
  return {
    params: route.params && parseInput(route.params, paramsOf(route, request)),
    query: route.query && parseInput(route.query, request.query),
    body: route.body && parseInput(route.body, request.body ?? {}),
    // Signed-in routes always have one: the check above threw otherwise.
    caller: callers.get(request) as Call<RouteDefinition>['caller'],
    facts: factsOf(request, places),
    leaving: () => leavingOf(reply),
    // A raw body is kept as bytes; other bodies are in `body`.
    raw: { request, reply, bytes: route.raw_body ? (request.body as Buffer | undefined) : undefined },
  }
}

/** Created only for handlers that wait; most never need it. */
function leavingOf({ raw: response }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => gone.abort(new Refusal('validation', { error: 'The client disconnected.' }))
  if (response.closed) leave()
  else response.once('close', leave)
  return gone.signal
}

/** The facts available to a guard before the body is read. */
export function requestHeadOf(
  request: FastifyRequest,
  reply: FastifyReply,
  places: PlaceReader,
): RequestHead {
  return {
    params: request.params as Record<string, string>,
    query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
    authorization: request.headers.authorization,
    browser_origin: request.headers.origin,
    facts: factsOf(request, places),
    setHeaders: headers => void reply.headers(headers),
  }
}

/** Computed only on access: most handlers never need it. */
function factsOf(request: FastifyRequest, places: PlaceReader): RequestFacts {
  return {
    id: request.id,
    get ip() {
      return places.ip(request.raw)
    },
    get origin() {
      return places.origin(request.raw)
    },
    get user_agent() {
      return request.headers['user-agent'] ?? ''
    },
  }
}
