import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#ui/error-state.tsx'
import { errorText } from './error-text.ts'

/** What is used of the result of a query. */
export interface Read {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface ReadFailureProps {
  /** Of several, only those that failed are read again. */
  of: Read | readonly Read[]
  /** What could not be read, if it is not clear from what is around it. */
  title?: string
  /** Inside a row or card instead of a whole page. */
  compact?: boolean
  /** 1 if it stands for the whole page, which then has no other heading; 2 for a part that has none. */
  level?: 1 | 2
}

/** Why something could not be read, with a button that reads it again. */
export function ReadFailure({ of, ...look }: ReadFailureProps) {
  const { t } = useTranslation()
  const reads = [of].flat()
  const failed = reads.filter(({ error }) => error)
  function retry() {
    for (const { refetch } of failed.length > 0 ? failed : reads) void refetch()
  }
  return (
    <ErrorState {...look} retrying={reads.some(({ isFetching }) => isFetching)} onRetry={retry}>
      {failed[0] && errorText(t, failed[0].error)}
    </ErrorState>
  )
}

/** Also what tells a failure while it is read again. */
export interface OptionalRead extends Read {
  data: unknown
  errorUpdateCount: number
}

/** Whether the last reading failed and nothing is known from an earlier one; also while it is read again. */
export function isUnreadable({ data, errorUpdateCount }: Pick<OptionalRead, 'data' | 'errorUpdateCount'>) {
  return data === undefined && errorUpdateCount > 0
}

/** A failed reading with its error, which the query itself forgets as soon as it is read again. */
export function useUnreadable(of: OptionalRead): Read | undefined {
  const { error } = of
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  // Only what is used is picked: the query tells its reader about changes of what was looked at.
  return isUnreadable(of)
    ? { error: error ?? last, isFetching: of.isFetching, refetch: of.refetch }
    : undefined
}

interface UnreadProps {
  of: OptionalRead
  title?: string
}

/**
 * For a part of a page that may be absent, where nothing stands in its place while it is read: a failure stays until
 * the part could be read, so that neither the card nor the focus in it goes with a press of its button.
 */
export function Unread({ of, title }: UnreadProps) {
  const read = useUnreadable(of)
  return read && <ReadFailure of={read} compact title={title} />
}
