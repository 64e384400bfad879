import type { Binding } from '#http/bind.ts'
import type { Slice } from '#platform/slice.ts'

/** Collects routes, starts and closes of the slices, so that the root only has to list them. */
export function collectSlices() {
  const slices: Slice<unknown>[] = []
  return {
    /** Adds a slice and returns its API for the slices that follow. */
    add<Api>(slice: Slice<Api>): Api {
      slices.push(slice)
      return slice.api
    },
    routes: (): Binding[] => slices.flatMap(slice => slice.routes),
    /** In the order in which they were added. */
    starts: () => slices.flatMap(slice => slice.start ?? []),
    endStreams: () => slices.flatMap(slice => slice.endStreams ?? []),
    /** In the reverse order. */
    closes: () => slices.toReversed().flatMap(slice => slice.close ?? []),
  }
}

export type CollectedSlices = ReturnType<typeof collectSlices>
