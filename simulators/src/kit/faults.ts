import { compilePattern, type RoutePattern } from './route-pattern.ts'

export type Fault =
  | { kind: 'hang' }
  | { kind: 'slow'; ms: number }
  | { kind: 'held'; until: Promise<unknown> }
  | { kind: 'status'; status: number; retry_after?: number | undefined; body?: unknown }
  | { kind: 'garbage'; flavour: 'json' | 'html' }
  | { kind: 'dropBefore' }
  | { kind: 'dropAfterCommit' }
  | { kind: 'wrongKey' }
  | { kind: 'truncate' }
  | { kind: 'lie'; tell: (truth: unknown) => unknown }

/** Accepts the request and never answers. */
export function hang(): Fault {
  return { kind: 'hang' }
}

/** Answers rightly, but late. Real time: it is the caller's timeout that is tried. */
export function slow(ms: number): Fault {
  return { kind: 'slow', ms }
}

/** Answers rightly, but not before `until` has resolved. */
export function held(until: Promise<unknown>): Fault {
  return { kind: 'held', until }
}

/** Answers an error in the product's own words, without running the handler. */
export function status(code: number, extra: { retry_after?: number; body?: unknown } = {}): Fault {
  return { kind: 'status', status: code, ...extra }
}

/** 200 with something that is not the promised JSON: broken JSON, or a login portal's HTML. */
export function garbage(flavour: 'json' | 'html' = 'json'): Fault {
  return { kind: 'garbage', flavour }
}

/** Cuts the connection before anything happened. */
export function dropBefore(): Fault {
  return { kind: 'dropBefore' }
}

/** Does what was asked, then cuts the connection: the caller cannot know the outcome. */
export function dropAfterCommit(): Fault {
  return { kind: 'dropAfterCommit' }
}

/** Refuses the key as the product does. */
export function wrongKey(): Fault {
  return { kind: 'wrongKey' }
}

/** Announces the whole body, sends half of it, cuts. */
export function truncate(): Fault {
  return { kind: 'truncate' }
}

/** Does what was asked, and tells something else about it. */
export function lie(tell: (truth: unknown) => unknown): Fault {
  return { kind: 'lie', tell }
}

export interface Faults {
  /** Hits the next matching request once; several queue up in order. */
  next(pattern: string, ...faults: Fault[]): void
  /** Hits every matching request until `clear`. */
  always(pattern: string, fault: Fault): void
  /** Forgets faults for one pattern, or all of them. */
  clear(pattern?: string): void
  /** One-shot faults nobody has met yet. */
  pending(): string[]
  take(method: string, path: string): Fault | null
}

interface Scripted {
  pattern: RoutePattern
  fault: Fault
}

export function createFaults(): Faults {
  let queued: Scripted[] = []
  let standing: Scripted[] = []

  return {
    next(text, ...faults) {
      const pattern = compilePattern(text)
      queued.push(...faults.map(fault => ({ pattern, fault })))
    },
    always(text, fault) {
      standing.push({ pattern: compilePattern(text), fault })
    },
    clear(text) {
      const keep = (one: Scripted) => text !== undefined && one.pattern.text !== text
      queued = queued.filter(keep)
      standing = standing.filter(keep)
    },
    pending: () => queued.map(one => `${one.pattern.text}: ${one.fault.kind}`),
    take(method, path) {
      const hit = queued.find(one => one.pattern.match(method, path))
      if (hit) {
        queued = queued.filter(one => one !== hit)
        return hit.fault
      }
      return standing.find(one => one.pattern.match(method, path))?.fault ?? null
    },
  }
}
