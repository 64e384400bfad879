import { cx } from './cx.ts'
import { ProgressRing } from './progress-ring.tsx'
import type { Status, StatusFacts } from './status.ts'
import { useStatusText } from './use-status-text.ts'

const SIZES = { xs: 'size-3.5', sm: 'size-5', md: 'size-6' }

interface StatusMarkProps extends StatusFacts {
  status: Status
  /** Absent if the same text stands beside the mark. */
  silent?: boolean
  size?: keyof typeof SIZES
  className?: string
}

/** Differs by colour and by shape, so that either is enough. Renders nothing for `unavailable`. */
export function StatusMark({ status, silent, size = 'md', className, ...facts }: StatusMarkProps) {
  const word = useStatusText()
  if (status === 'unavailable') return null
  const name = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': word(status, facts) }
  return (
    <span {...name} className={cx('inline-grid shrink-0 place-items-center', SIZES[size], className)}>
      <Shape status={status} share={facts.share ?? 0} />
    </span>
  )
}

function Shape({ status, share }: { status: Exclude<Status, 'unavailable'>; share: number }) {
  switch (status) {
    case 'available':
      return (
        <Disc className="text-ok">
          <circle cx="12" cy="12" r="12" fill="currentColor" />
          <path d="m7 12.5 3.4 3.4L17 9" stroke="var(--on-solid)" strokeWidth="2.6" />
        </Disc>
      )
    case 'partial':
      return (
        <Disc className="text-ok">
          <circle cx="12" cy="12" r="10.5" fill="var(--surface)" stroke="currentColor" strokeWidth="3" />
          <path d="M12 3v18a9 9 0 0 0 0-18Z" fill="currentColor" />
        </Disc>
      )
    case 'downloading':
      return (
        <span className="relative grid size-full place-items-center rounded-full bg-surface">
          <ProgressRing share={share} className="size-full" />
          <Disc className="absolute inset-0 text-info">
            <path d="M12 7.5v8m-3.2-3 3.2 3.2 3.2-3.2" stroke="currentColor" strokeWidth="2.2" />
          </Disc>
        </span>
      )
    case 'requested':
      return (
        <Disc className="text-warn">
          <circle cx="12" cy="12" r="12" fill="currentColor" />
          <circle cx="12" cy="12" r="6.6" stroke="var(--on-solid)" strokeWidth="2" />
          <path d="M12 8.6V12l2.2 1.6" stroke="var(--on-solid)" strokeWidth="2" />
        </Disc>
      )
    case 'pending':
      return (
        <Disc className="text-warn">
          <rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor" />
          <path
            d="M7.5 5.5h9m-9 13h9M8.5 5.5c0 4.4 7 4.6 7 8.6v4.4m0-13c0 4.4-7 4.6-7 8.6v4.4"
            stroke="var(--on-solid)"
            strokeWidth="2"
          />
        </Disc>
      )
    case 'denied':
      return (
        <Disc className="text-danger">
          <path d="M7.5 1h9L23 7.5v9L16.5 23h-9L1 16.5v-9Z" fill="currentColor" />
          <path d="M6.8 12h10.4" stroke="var(--on-solid)" strokeWidth="3" />
        </Disc>
      )
    default:
      return (
        <span className="stripes size-full rounded-full border-2 border-dashed border-muted bg-surface" />
      )
  }
}

function Disc({ className, children }: { className: string; children: React.ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cx('size-full', className)}
    >
      {children}
    </svg>
  )
}
