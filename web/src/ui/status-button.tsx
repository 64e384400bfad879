import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { StatusMark } from './status-mark.tsx'
import type { Status, StatusFacts } from './status.ts'
import { useStatusText } from './use-status-text.ts'

interface StatusButtonProps extends StatusFacts {
  status: Status
  /** Replaces the label, such as "Play on Jellyfin" or "Request season 3". */
  label?: string
  loading?: boolean
  /** Why the button is disabled; shown below it and linked to it. */
  blocked?: ReactNode
  onPress?: () => void
}

/** The primary button of a title, labelled with the title's status. */
export function StatusButton({ status, label, loading, blocked, onPress, ...facts }: StatusButtonProps) {
  const word = useStatusText()
  const can_press = onPress !== undefined && status !== 'unknown' && !blocked
  return (
    <span className="inline-flex flex-col gap-1.5">
      <Button
        size="lg"
        variant={can_press ? 'primary' : 'secondary'}
        // A request just made changes it under the finger: `disabled` would drop the focus that its dialog gave back.
        aria-disabled={!can_press}
        loading={loading ?? false}
        onClick={can_press ? onPress : undefined}
        className="tabular-nums"
        icon={
          status === 'unavailable' ? (
            <Plus aria-hidden />
          ) : (
            !can_press && <StatusMark status={status} silent size="sm" {...facts} />
          )
        }
      >
        {label ?? word(status, facts)}
      </Button>
      {blocked && <span className="text-sm text-muted">{blocked}</span>}
    </span>
  )
}
