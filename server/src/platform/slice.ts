import type { Binding } from '#http/bind.ts'

/** What `create…Slice(platform, needs)` in a feature's `slice.ts` returns; the root collects these. */
export interface Slice<Api = object> {
  /** What other slices are given by the root. */
  api: Api
  routes: readonly Binding[]
  /** After the server listens, in the order of the root. */
  start?(): void | Promise<void>
  /** At once when the server stops: ends answers that have no end of their own, such as event streams. */
  endStreams?(): void
  /** After the last answer and job, in the reverse order of the root. */
  close?(): void | Promise<void>
}
