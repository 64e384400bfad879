import type { Binding } from '#http/bind.ts'

/** What `create…Slice(platform, needs)` in a feature's `slice.ts` returns; the root collects these. */
export interface Slice<Api = object> {
  /** The API that the root passes to other slices. */
  api: Api
  routes: readonly Binding[]
  /** Runs once the server listens, in the order of the root. */
  start?(): void | Promise<void>
  /**
   * Runs immediately when the server stops, and ends responses that never end by themselves, such as event
   * streams.
   */
  endStreams?(): void
  /** Runs after the last response and job, in the reverse order of the root. */
  close?(): void | Promise<void>
}
