/** A value that is here now, or later. A warm answer goes from the cache to the socket in one turn. */
export type Soon<T> = T | Promise<T>

export function andThen<A, B>(soon: Soon<A>, next: (value: A) => Soon<B>): Soon<B> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}
