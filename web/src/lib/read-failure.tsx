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
