import type { RouteAnswer, RouteDefinition, RouteInput } from '@foyer/contract/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Ready } from '#kit/ready.ts'
import type { Caller, RequestFacts } from '#kit/caller.ts'

type CallerOf<R extends RouteDefinition> = R['access'] extends 'user' | 'admin' ? Caller : undefined

/** What a handler is given: parsed input, who calls, and the facts of the request. */
export interface Call<R extends RouteDefinition> extends RouteInput<R> {
  caller: CallerOf<R>
  facts: RequestFacts
  /** For `stream` and `page` routes, which write the answer themselves. `bytes`: the body of a `raw_body` route. */
  raw: { request: FastifyRequest; reply: FastifyReply; bytes: Buffer | undefined }
}

/** What stands at the door of a `basic` route, before its body is read (C18). */
export interface RequestHead {
  /** As the address has them, unchecked. */
  params: Readonly<Record<string, string>>
  query: URLSearchParams
  authorization: string | undefined
  facts: RequestFacts
}

/** Lets a caller with a credential of its own in, or throws. */
export type Guard = (door: RequestHead) => void | Promise<void>

/** An answer with more than a body: another success status, or headers such as a cookie. */
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

export interface Binding {
  route: RouteDefinition
  handle: (call: Call<RouteDefinition>) => unknown
  /** Every `basic` route has one, and no other. */
  guard?: Guard
}

/**
 * Ties a contract route to the call that serves it; the types of both sides must agree. Two steps, because
 * only then does TypeScript know the route's answer while it reads the handler's literals.
 */
export function bind<R extends RouteDefinition>(route: R) {
  function to(handle: Handler<R>): Binding {
    // The edge parses input by this very route's schemas before it calls, so the narrower type holds.
    return { route, handle }
  }
  return {
    to,
    guardedBy: (guard: Guard) => ({ to: (handle: Handler<R>): Binding => ({ ...to(handle), guard }) }),
  }
}

/** Boot stops here when the contract and the bindings disagree (1:9, 3.5). */
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
    if (bound === 1 && (route.access === 'basic') !== guarded.has(route)) {
      problems.push(`${name} ${guarded.has(route) ? 'needs no guard' : 'has no guard'}`)
    }
    if (bound === 0) problems.push(`${name} is not bound`)
    if (bound > 1) problems.push(`${name} is bound ${bound} times`)
    count.delete(route)
  }
  for (const route of count.keys()) problems.push(`${route.method} ${route.path} is not in the contract`)
  if (problems.length > 0) throw new Error(`The routes are not in order: ${problems.join('; ')}`)
}
