/** A value that is available now or later. A cached response goes to the socket in the same event loop turn. */
export type MaybeAsync<T> = T | Promise<T>

export function whenReady<A, B>(soon: MaybeAsync<A>, next: (value: A) => MaybeAsync<B>): MaybeAsync<B> {
  return soon instanceof Promise ? soon.then(next) : next(soon)
}
