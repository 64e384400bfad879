import Check from 'lucide-react/icons/check'
import { useTranslation } from 'react-i18next'
import { cx } from './cx.ts'

interface StepperProps {
  label: string
  steps: readonly string[]
  /** Index of the current step; beyond the last one, all steps are done. */
  current: number
}

/** Progress through several steps: a setup or a delivery. */
export function Stepper({ label, steps, current }: StepperProps) {
  const { t } = useTranslation()
  return (
    <ol aria-label={label} className="flex flex-col sm:flex-row">
      {steps.map((step, index) => {
        const is_done = index < current
        const is_now = index === current
        return (
          <li
            key={step}
            aria-current={is_now ? 'step' : undefined}
            className="relative flex flex-1 items-center gap-3 pb-5 last:pb-0 sm:flex-col sm:gap-2 sm:pb-0 sm:text-center"
          >
            {index > 0 && (
              <span
                aria-hidden
                className={cx(
                  'absolute start-[13px] -top-5 h-5 w-0.5 sm:start-[calc(-50%+1.25rem)] sm:top-[13px] sm:h-0.5 sm:w-[calc(100%-2.5rem)]',
                  is_done || is_now ? 'bg-accent' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={cx(
                'z-1 grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold tabular-nums',
                is_done && 'border-accent bg-accent text-on-solid',
                is_now && 'border-accent bg-accent-soft text-accent',
                !is_done && !is_now && 'border-edge bg-surface text-muted',
              )}
            >
              {is_done ? <Check className="size-4" strokeWidth={3} /> : index + 1}
            </span>
            <span className={cx('text-sm', is_now ? 'font-semibold' : 'text-muted')}>
              {step}
              {is_done && <span className="sr-only">, {t('ui.step_done')}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
