type Handler<Args extends unknown[]> = (...args: Args) => Promise<void>

export interface Hook<Slice extends string, Args extends unknown[]> {
  /** Registers the handler of one slice. Every slice in the order registers exactly once. */
  on(slice: Slice, handler: Handler<Args>): void
  /** Runs every handler in the declared order, one after another. Stops at the first that throws. */
  run(...args: Args): Promise<void>
  /** Slices in the order that have no handler. */
  missing(): Slice[]
}

/**
 * A fact that one slice announces and others act on. The order is declared here and does not depend on
 * registration.
 */
export function createHook<Args extends unknown[]>() {
  return <const Slice extends string>(order: readonly Slice[]): Hook<Slice, Args> => {
    const handlers = new Map<Slice, Handler<Args>>()
    return {
      on(slice, handler) {
        if (handlers.has(slice)) throw new Error(`${slice} already handles this hook`)
        handlers.set(slice, handler)
      },
      async run(...args) {
        for (const slice of order) await handlers.get(slice)?.(...args)
      },
      missing: () => order.filter(slice => !handlers.has(slice)),
    }
  }
}

export interface Lookup<Slice extends string, Args extends unknown[], Answer> {
  /** Registers how the named slice finds it. Exactly once. */
  provide(slice: Slice, find: (...args: Args) => Answer): void
  find(...args: Args): Answer
  /** The slice, if it provides nothing. */
  missing(): Slice[]
}

/** What one slice knows and an earlier one reads. */
export function createLookup<Args extends unknown[], Answer>() {
  return <const Slice extends string>(provider: Slice): Lookup<Slice, Args, Answer> => {
    let provided: ((...args: Args) => Answer) | undefined
    return {
      provide(slice, find) {
        if (provided) throw new Error(`${slice} already provides this lookup`)
        provided = find
      },
      find(...args) {
        if (!provided) throw new Error(`${provider} does not provide this lookup`)
        return provided(...args)
      },
      missing: () => (provided ? [] : [provider]),
    }
  }
}
