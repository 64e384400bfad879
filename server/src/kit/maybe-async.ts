/** A value that is here now, or later. A warm answer goes from the cache to the socket in one turn. */
export type MaybeAsync<T> = T | Promise<T>

export function whenReady<A, B>(soon: MaybeAsync<A>, next: (value: A) => MaybeAsync<B>): MaybeAsync<B> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}
