import { StatusMark } from './status-mark.tsx'
import type { Status, StatusFacts } from './status.ts'
import { useStatusText } from './use-status-text.ts'

interface StatusLabelProps extends StatusFacts {
  status: Exclude<Status, 'unavailable'>
}

/** Mark and text together, for lists and detail pages. */
export function StatusLabel({ status, ...facts }: StatusLabelProps) {
  const word = useStatusText()
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm">
      <StatusMark status={status} silent size="sm" {...facts} />
      <span className="truncate tabular-nums">{word(status, facts)}</span>
    </span>
  )
}
