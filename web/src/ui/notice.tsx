import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

const LOOKS = {
  info: { icon: Info, style: 'bg-info-soft', mark: 'text-info' },
  ok: { icon: CircleCheck, style: 'bg-ok-soft', mark: 'text-ok' },
  warn: { icon: TriangleAlert, style: 'bg-warn-soft', mark: 'text-warn' },
  danger: { icon: CircleAlert, style: 'bg-danger-soft', mark: 'text-danger' },
} as const

interface NoticeProps {
  tone?: NoticeTone
  title?: string
  action?: ReactNode
  children: ReactNode
}

/** An inline message. Failures interrupt a screen reader; everything else is read out politely. */
export function Notice({ tone = 'info', title, action, children }: NoticeProps) {
  const { icon: Icon, style, mark } = LOOKS[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx(
        'flex gap-3 rounded-control px-4 py-3 text-sm',
        action ? 'items-center' : 'items-start',
        style,
      )}
    >
      <Icon aria-hidden className={cx('mt-px size-4.5 shrink-0', mark)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          <div className="wrap-anywhere">{children}</div>
        </div>
        {action}
      </div>
    </div>
  )
}
