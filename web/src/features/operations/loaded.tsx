import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'

interface LoadedProps<T> {
  query: {
    data: T | undefined
    error: Error | null
    isFetching: boolean
    dataUpdatedAt: number
    refetch: () => Promise<unknown>
  }
  /** Has the size of what comes. */
  waiting: ReactNode
  children: (data: T) => ReactNode
}

/** Something that is read again and again: waiting, unreadable, or shown as it was when it could last be read. */
export function Loaded<T>({ query, waiting, children }: LoadedProps<T>) {
  const { t } = useTranslation()
  const format = useFormat()
  const { data, error, dataUpdatedAt } = query
  if (data === undefined && error) return <ReadFailure of={query} />
  if (data === undefined) return <div aria-busy>{waiting}</div>
  return (
    <>
      {error && (
        <Notice tone="warn">
          {t('operations.outdated', { time: format.time(dataUpdatedAt), reason: errorText(t, error) })}
        </Notice>
      )}
      {children(data)}
    </>
  )
}

export function RowsWaiting({ rows }: { rows: number }) {
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-surface px-4 sm:px-5">
      {Array.from({ length: rows }, (_, row) => (
        <RowSkeleton key={row} mark="icon" />
      ))}
    </div>
  )
}
