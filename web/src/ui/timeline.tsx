import Check from 'lucide-react/icons/check'
import Minus from 'lucide-react/icons/minus'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

export type TimelineState = 'done' | 'now' | 'next' | 'stuck' | 'stopped'

export interface TimelineStep {
  id: string
  title: string
  state: TimelineState
  /** When it happened. */
  at?: ReactNode
  /** Details: a progress bar, a reason, the next try. */
  detail?: ReactNode
}

const DOTS: Record<TimelineState, string> = {
  done: 'border-accent bg-accent text-on-solid',
  now: 'border-accent bg-accent-soft text-accent',
  next: 'border-edge bg-surface text-muted',
  stuck: 'border-warn bg-warn-soft text-warn',
  stopped: 'border-danger bg-danger-soft text-danger',
}

/** A vertical timeline. Steps differ by shape, colour and screen-reader text. */
export function Timeline({ label, steps }: { label: string; steps: readonly TimelineStep[] }) {
  const { t } = useTranslation()
  return (
    <ol aria-label={label} className="flex flex-col">
      {steps.map((step, index) => (
        <li
          key={step.id}
          aria-current={step.state === 'done' || step.state === 'next' ? undefined : 'step'}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden
              className={cx(
                'absolute start-[11px] top-6 bottom-0 w-0.5',
                step.state === 'done' ? 'bg-accent' : 'bg-line',
              )}
            />
          )}
          <span
            aria-hidden
            className={cx(
              'z-1 grid size-6 shrink-0 place-items-center rounded-full border',
              DOTS[step.state],
            )}
          >
            <Mark state={step.state} />
          </span>
          <div className="flex min-w-0 flex-1 flex-col gap-1 pt-0.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
              <span className={step.state === 'next' ? 'text-muted' : 'font-medium'}>
                {step.title}
                {step.state !== 'next' && <span className="sr-only">, {t(`ui.step_${step.state}`)}</span>}
              </span>
              {step.at && <span className="text-xs text-muted tabular-nums">{step.at}</span>}
            </div>
            {step.detail && <div className="text-sm wrap-anywhere text-muted">{step.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Mark({ state }: { state: TimelineState }) {
  if (state === 'done') return <Check className="size-3.5" strokeWidth={3} />
  if (state === 'stuck') return <TriangleAlert className="size-3.5" />
  if (state === 'stopped') return <Minus className="size-3.5" strokeWidth={3} />
  return state === 'now' ? <span className="size-2 rounded-full bg-current" /> : null
}
