import type { Method, RouteDefinition } from '@foyer/contract/route'
import { Refusal } from '#kit/refusal.ts'
import { methodsOf } from './route-finder.ts'

/** `/api/users/{userID}` as a pattern; `{path*}` takes the rest. */
function pattern(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$|()[\]\\]/g, '\\$&')
  const source = escaped.replace(/\{[^}]*\\\*\}/g, '.+').replace(/\{[^}]*\}/g, '[^/]+')
  return new RegExp(`^${source}$`)
}

/** Distinguishes a path that does not exist (404) from a method it does not support (405 with Allow). */
export function createMissFinder(routes: readonly RouteDefinition[]) {
  const makePatterns = () =>
    routes.map(route => ({ pattern: pattern(route.path), methods: methodsOf(route) }))
  // Most servers' first miss comes long after their start.
  let patterns: ReturnType<typeof makePatterns> | undefined
  return (path: string): Refusal => {
    patterns ??= makePatterns()
    const methods = patterns.filter(entry => entry.pattern.test(path)).flatMap(entry => entry.methods)
    if (methods.length === 0) return new Refusal('not_found')
    return methodNotAllowed(methods)
  }
}

export function methodNotAllowed(methods: readonly Method[]): Refusal {
  return new Refusal('method_not_allowed', { headers: { allow: [...new Set(methods)].sort().join(', ') } })
}

/** Paths whose 404 is JSON, never the web client (1/I). */
export function belongsToApi(path: string): boolean {
  return /^\/(api|oauth|mcp|metrics|\.well-known)(\/|$)/.test(path)
}
