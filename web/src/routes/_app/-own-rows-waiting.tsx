import { storageKey } from '#lib/base-url.ts'
import { safeStorage } from '#lib/preferences.ts'
import { RowScroller } from '#ui/row-scroller.tsx'
import { PosterSkeleton, Skeleton } from '#ui/skeleton.tsx'

const CARDS = 9
const KEY = storageKey('own-rows')

/** How many rows of their own the reader had at the last visit. */
export function readRowCount(): number {
  return Number(safeStorage.getItem(KEY)) || 0
}

export function saveRowCount(count: number): void {
  safeStorage.setItem(KEY, String(count))
}

/** All rows of Home have the same height, so that nothing moves when the reader's own ones replace these. */
export function OwnRowsWaiting({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <div key={row} aria-hidden className="flex min-w-0 animate-shimmer flex-col gap-3">
      <span className="flex h-11 items-center">
        <Skeleton className="h-5 w-40" />
      </span>
      <RowScroller label="">
        {Array.from({ length: CARDS }, (_card, at) => (
          <PosterSkeleton key={at} />
        ))}
      </RowScroller>
    </div>
  ))
}
