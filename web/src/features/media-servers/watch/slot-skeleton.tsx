import { Skeleton } from '#ui/skeleton.tsx'

export type Look = 'primary' | 'secondary' | 'icon'

/** The size of the button that comes. */
export function SlotSkeleton({ look, size = 'lg' }: { look: Look; size?: 'md' | 'lg' }) {
  if (look === 'icon') return <Skeleton className="size-12" />
  return (
    <Skeleton
      className={size === 'lg' ? 'h-12 w-full min-w-60 sm:w-52 sm:min-w-0' : 'h-control w-full sm:w-44'}
    />
  )
}
