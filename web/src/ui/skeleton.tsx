import { CARD_TEXT } from './card-text.ts'
import { cx } from './cx.ts'

/** Decorative; the surrounding region has aria-busy and says what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block animate-shimmer rounded-control bg-raised', className)} />
}

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <span aria-hidden className="flex animate-shimmer flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </span>
  )
}

function CardTextSkeleton() {
  return (
    <span className={cx('flex flex-col gap-2', CARD_TEXT)}>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-3 w-2/5" />
    </span>
  )
}

/** The size of a poster card with two lines of text. */
export function PosterSkeleton() {
  return (
    <span aria-hidden className="flex animate-shimmer flex-col gap-2">
      <Skeleton className="aspect-2/3 rounded-card" />
      <CardTextSkeleton />
    </span>
  )
}

/** The size of an album or artist card. */
export function SquareSkeleton() {
  return (
    <span aria-hidden className="flex animate-shimmer flex-col gap-2">
      <Skeleton className="aspect-square rounded-card" />
      <CardTextSkeleton />
    </span>
  )
}

/** A list item: picture or icon, two lines, something at the end. */
export function RowSkeleton({ mark = 'picture' }: { mark?: 'picture' | 'icon' }) {
  return (
    <span aria-hidden className="flex animate-shimmer items-center gap-4 py-3">
      <Skeleton className={cx('size-10 shrink-0', mark === 'picture' && 'rounded-full')} />
      <span className="flex flex-1 flex-col gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-3 w-1/4" />
      </span>
      <Skeleton className="h-8 w-20" />
    </span>
  )
}
