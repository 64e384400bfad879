import { useState } from 'react'
import { isUnreadable } from './is-unreadable.ts'
import { type Read, ReadFailure } from './read-failure.tsx'

/** Also what tells a failure while it is read again. */
export interface OptionalRead extends Read {
  data: unknown
  errorUpdateCount: number
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
