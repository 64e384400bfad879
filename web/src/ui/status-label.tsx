import { StatusMark } from './status-mark.tsx'
import type { Status, StatusFacts } from './status.ts'
import { useStatusWord } from './use-status-word.ts'

interface StatusLabelProps extends StatusFacts {
  status: Exclude<Status, 'unavailable'>
}

/** Mark and word together, for lists and detail pages. */
export function StatusLabel({ status, ...facts }: StatusLabelProps) {
  const word = useStatusWord()
  return (
    <span className="inline-flex max-w-full items-center gap-2 text-sm">
      <StatusMark status={status} silent size="sm" {...facts} />
      <span className="truncate tabular-nums">{word(status, facts)}</span>
    </span>
  )
}
