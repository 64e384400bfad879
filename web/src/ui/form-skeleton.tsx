import { Skeleton } from './skeleton.tsx'

/** Placeholder for a form that is loading: labels, controls and a button. */
export function FormSkeleton({ fields = 3 }: { fields?: number }) {
  return (
    <span aria-hidden className="flex flex-col gap-5">
      {Array.from({ length: fields }, (_, field) => (
        <span key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11 w-full" />
          <Skeleton className="h-5 w-3/5" />
        </span>
      ))}
      <Skeleton className="h-10 w-28" />
    </span>
  )
}

/** Placeholder for choices that are saved at once: labels and controls of their size, and the place of "Saved". */
export function ChoicesSkeleton({ fields }: { fields: number }) {
  return (
    <span aria-hidden className="flex flex-col gap-5">
      {Array.from({ length: fields }, (_, field) => (
        <span key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-11 w-full" />
        </span>
      ))}
      <span className="h-6" />
    </span>
  )
}
