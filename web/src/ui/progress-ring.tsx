import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const RADIUS = 10
const LENGTH = 2 * Math.PI * RADIUS

interface ProgressRingProps {
  /** Between 0 and 1. */
  share: number
  /** What is measured. Without it, the ring is decoration for a text beside it. */
  label?: string
  className?: string
  children?: ReactNode
}

export function ProgressRing({ share, label, className, children }: ProgressRingProps) {
  const filled = Math.min(Math.max(share, 0), 1)
  const meter = label
    ? {
        role: 'progressbar',
        'aria-label': label,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        'aria-valuenow': Math.round(filled * 100),
      }
    : { 'aria-hidden': true }
  return (
    <span {...meter} className={cx('relative inline-grid size-6 place-items-center text-info', className)}>
      <svg viewBox="0 0 24 24" fill="none" className="absolute inset-0 size-full -rotate-90">
        <circle cx="12" cy="12" r={RADIUS} stroke="currentColor" strokeWidth="3" opacity="0.28" />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
          strokeDasharray={`${filled * LENGTH} ${LENGTH}`}
          className="transition-[stroke-dasharray]"
        />
      </svg>
      {children}
    </span>
  )
}
