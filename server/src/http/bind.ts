import type { RouteAnswer, RouteDefinition, RouteInput } from '@foyer/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ready } from '#kit/ready.ts'
import type { Caller, RequestFacts } from '#kit/caller.ts'
import type { Refusal } from '#kit/refusal.ts'

type CallerOf<R extends RouteDefinition> = R['access'] extends 'user' | 'admin' | 'oauth' ? Caller : undefined

/** The arguments of a handler: parsed input, the caller, and facts about the request. */
export interface Call<R extends RouteDefinition> extends RouteInput<R> {
  caller: CallerOf<R>
  facts: RequestFacts
  /** Ends when the client leaves, for handlers that wait long. */
  leaving(): AbortSignal
  /** For `stream` and `page` routes, which write the response themselves. `bytes`: the body of a `raw_body` route. */
  raw: { request: FastifyRequest; reply: FastifyReply; bytes: Buffer | undefined }
}

/** The head of a request to a route with a guard, before its body is read (C18). */
export interface RequestHead {
  /** As in the address, unchecked. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  authorization: string | undefined
  /** The `Origin` header, which browsers send. */
  browser_origin: string | undefined
  facts: RequestFacts
  /** Sets headers of the response, whether it becomes a success or a refusal. */
  setHeaders(headers: Readonly<Record<string, string>>): void
}

/** Admits a caller with its own kind of credential, or throws. An `oauth` route gets the caller that it returns. */
export type Guard = (head: RequestHead) => void | Caller | Promise<void | Caller>

/** A response with more than a body: another success status, or headers such as a cookie. */
export class Answer<T> {
  readonly body: T
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(body: T, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
  }
}

type Handled<R extends RouteDefinition> = R['kind'] extends 'stream' | 'page'
  ? unknown
  : R['kind'] extends 'verbatim'
    ? Ready | Answer<Ready>
    : RouteAnswer<R> | Answer<RouteAnswer<R>> | Ready

type Handler<R extends RouteDefinition> = (call: Call<R>) => Handled<R> | Promise<Handled<R>>

/** Writes the errors of a route in another form than `{error, code}` (0.3). */
export type ErrorForm = (
  refusal: Refusal,
  request: FastifyRequest,
) => { content_type: string; body: string; status?: number; headers?: Readonly<Record<string, string>> }

export interface Binding {
  route: RouteDefinition
  handle: (call: Call<RouteDefinition>) => unknown
  /** Required for `basic` and `oauth` routes, and only for them. */
  guard?: Guard
  /** Refuses callers for more than their role. Like the role it is checked before the body (0.3). */
  permit?: (caller: Caller) => Promise<void>
  error_form?: ErrorForm
}

/**
 * Binds a contract route to its handler; the types of both sides must agree. Two steps, so that TypeScript knows the
 * route's response while it checks the handler's literals.
 */
export function bind<R extends RouteDefinition>(route: R) {
  function to(handle: Handler<R>): Binding {
    // Input is parsed by this route's schemas before the call, so the narrower type holds.
    return { route, handle }
  }
  return {
    to,
    guardedBy: (guard: Guard) => ({ to: (handle: Handler<R>): Binding => ({ ...to(handle), guard }) }),
    withErrors: (error_form: ErrorForm) => ({
      to: (handle: Handler<R>): Binding => ({ ...to(handle), error_form }),
    }),
  }
}

/** Startup stops here when the contract and the bindings disagree (1:9, 3.5). */
export function assertComplete(routes: readonly RouteDefinition[], bindings: readonly Binding[]): void {
  const count = new Map<RouteDefinition, number>()
  for (const { route } of bindings) count.set(route, (count.get(route) ?? 0) + 1)
  const problems: string[] = []
  const names = new Set<string>()
  const guarded = new Set(bindings.filter(({ guard }) => guard).map(({ route }) => route))
  for (const route of routes) {
    const name = `${route.method} ${route.path}`
    if (names.has(name)) problems.push(`${name} is described twice`)
    names.add(name)
    if (!route.access) problems.push(`${name} has no access class`)
    const bound = count.get(route) ?? 0
    if (bound === 1 && hasOwnCredential(route) !== guarded.has(route)) {
      problems.push(`${name} ${guarded.has(route) ? 'needs no guard' : 'has no guard'}`)
    }
    if (bound === 0) problems.push(`${name} is not bound`)
    if (bound > 1) problems.push(`${name} is bound ${bound} times`)
    count.delete(route)
  }
  for (const route of count.keys()) problems.push(`${route.method} ${route.path} is not in the contract`)
  if (problems.length > 0) throw new Error(`The routes are not in order: ${problems.join('; ')}`)
}

/** Callers without a session: a guard of the slice checks what they present. */
export function hasOwnCredential({ access }: RouteDefinition): boolean {
  return access === 'basic' || access === 'oauth'
}
