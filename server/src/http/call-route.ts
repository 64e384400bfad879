import type { CallInput, RouteDefinition, RouteResult } from '@foyer/contract/route'
import { z } from 'zod'
import type { Caller, RequestFacts } from '#kit/caller.ts'
import { isReady } from '#kit/ready.ts'
import { assertPermitted } from './authenticate.ts'
import { Answer, type Binding, type Call } from './bind.ts'
import { parseInput } from './validation.ts'

/** Calls a route of this server as somebody, with the same checks and the same handler as over HTTP. */
export type CallRoute = <R extends RouteDefinition>(
  route: R,
  input: CallInput<R>,
  as: { caller: Caller; facts: RequestFacts; signal: AbortSignal },
) => Promise<RouteResult<R>>

/**
 * Permission, schemas and handler are those of the route, so a caller can do nothing more than over HTTP. Only JSON
 * routes without a rate limit can be called. The caller must have been identified a moment ago.
 */
export function createCallRoute(bindings: () => readonly Binding[]): CallRoute {
  let byRoute: Map<RouteDefinition, Binding> | undefined

  return async (route, input, { caller, facts, signal }) => {
    byRoute ??= new Map(bindings().map(binding => [binding.route, binding]))
    const binding = byRoute.get(route)
    if (!binding || route.kind === 'stream' || route.kind === 'page' || route.raw_body || route.rate)
      throw new Error(`${route.method} ${route.path} cannot be called from inside`)
    assertPermitted(route, caller)
    const given = input as { params?: unknown; query?: unknown; body?: unknown }
    const returned = await binding.handle({
      params: route.params && parseInput(route.params, given.params),
      query: route.query && parseInput(route.query, given.query ?? {}),
      body: route.body && parseInput(route.body, given.body ?? {}),
      caller,
      facts,
      leaving: () => signal,
      // Only `stream` and `page` routes and image relays use it.
      raw: undefined,
    } as unknown as Call<RouteDefinition>)
    const answer = returned instanceof Answer ? returned.body : returned
    if (isReady(answer)) return JSON.parse(answer.bytes.toString()) as RouteResult<typeof route>
    return (route.response ? z.parse(route.response, answer) : undefined) as RouteResult<typeof route>
  }
}
