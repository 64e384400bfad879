import { type OptionalRead, useUnreadable } from '#lib/unread.tsx'
import { FeedFailure } from '../feeds/feed-failure.tsx'

interface FeedUnreadProps {
  of: OptionalRead
  /** What could not be loaded, if it is not "this list". */
  title?: string
}

/** `Unread` for a list that only a part of the page needs. */
export function FeedUnread({ of, title }: FeedUnreadProps) {
  const read = useUnreadable(of)
  if (!read) return null
  return (
    <FeedFailure
      compact
      title={title}
      error={read.error}
      retrying={read.isFetching}
      onRetry={() => void read.refetch()}
    />
  )
}
