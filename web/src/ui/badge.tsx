import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'info' | 'warn' | 'danger'

const TONES: Record<Tone, string> = {
  neutral: 'bg-raised text-muted',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

interface BadgeProps {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={cx(
        // The radius of a pill of one line: what does not fit on it goes on below and is not cut.
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-card px-2.5 py-1 text-xs font-medium [&_svg]:size-3.5 [&_svg]:shrink-0',
        TONES[tone],
      )}
    >
      {icon}
      <span className="min-w-0 wrap-break-word">{children}</span>
    </span>
  )
}
