import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { isMissing } from './api-error.ts'
import { errorText } from './error-text.ts'

interface ShelfFailureProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** Shown if nothing exists at this address. */
  missing: ReactNode
  /** Where its name is known from the link: the head of the page, with the way back. */
  head?: ReactNode
}

/** The error page of a book or music page: not found, or not loadable right now. */
export function ShelfFailure({ error, retrying, onRetry, missing, head }: ShelfFailureProps) {
  const { t } = useTranslation()
  if (isMissing(error)) return missing
  return (
    <div className="flex flex-col gap-6">
      {head}
      <ErrorState level={head ? 2 : 1} retrying={retrying} onRetry={onRetry}>
        {errorText(t, error)}
      </ErrorState>
    </div>
  )
}

/** Placeholder for a page with a cover. */
export function CoverSkeleton({ shape }: { shape: 'aspect-2/3' | 'aspect-square' }) {
  return (
    <div
      aria-busy
      className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:gap-x-8 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <Skeleton className={`${shape} rounded-card`} />
      <span className="flex flex-col gap-3">
        <Skeleton className="h-8 w-3/5" />
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-12 w-40" />
      </span>
    </div>
  )
}
