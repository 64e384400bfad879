import { Skeleton } from './skeleton.tsx'

/** Placeholder for a page that is loading: its heading and some content. */
export function PageSkeleton() {
  return (
    <div aria-busy className="flex w-full max-w-5xl animate-shimmer flex-col gap-6">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-5 w-72 max-w-full" />
      </div>
      <Skeleton className="h-40 w-full rounded-card" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  )
}
