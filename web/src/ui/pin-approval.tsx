import ExternalLink from 'lucide-react/icons/external-link'
import { cx } from './cx.ts'
import { LinkButton } from './link-button.tsx'
import { WaitingLine } from './waiting-line.tsx'

/** A longer code is part of the link and never typed; a short one may have to be entered. */
const LONGEST_TYPED = 8

interface PinApprovalProps {
  /** Where it is approved. */
  url: string
  code: string
  /** What to do, above the code. */
  text: string
  /** Names the code for screen readers. */
  code_label: string
  open_label: string
  /** How long the page waits. */
  waiting: string
}

/** A code that somebody approves on another page. */
export function PinApproval({ url, code, text, code_label, open_label, waiting }: PinApprovalProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">{text}</p>
      <p
        className={cx(
          'font-mono',
          code.length > LONGEST_TYPED ? 'text-xs text-muted' : 'text-2xl font-semibold',
        )}
      >
        <span className="sr-only">{code_label} </span>
        {code}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton
          href={url}
          target="_blank"
          rel="noreferrer"
          variant="primary"
          icon={<ExternalLink aria-hidden />}
        >
          {open_label}
        </LinkButton>
        <WaitingLine>{waiting}</WaitingLine>
      </div>
    </div>
  )
}
