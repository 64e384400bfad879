type Handler<Args extends unknown[]> = (...args: Args) => Promise<void>

export interface Hook<Slice extends string, Args extends unknown[]> {
  /** Each slice named in the order, once. */
  on(slice: Slice, handler: Handler<Args>): void
  /** Every handler, one after another in the stated order. The first that throws ends it. */
  run(...args: Args): Promise<void>
  /** Slices of the order that have no handler. */
  missing(): Slice[]
}

/** A fact that one slice makes known and others act on, in an order that is stated here and not by who came first. */
export function createHook<Args extends unknown[]>() {
  return <const Slice extends string>(order: readonly Slice[]): Hook<Slice, Args> => {
    const handlers = new Map<Slice, Handler<Args>>()
    return {
      on(slice, handler) {
        if (handlers.has(slice)) throw new Error(`${slice} handles this hook already`)
        handlers.set(slice, handler)
      },
      async run(...args) {
        for (const slice of order) await handlers.get(slice)?.(...args)
      },
      missing: () => order.filter(slice => !handlers.has(slice)),
    }
  }
}
