import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import type { Step, StepState } from '../conversation/conversation.ts'
import { askedOf, stepText } from './step-words.ts'

function Mark({ state }: { state: StepState }) {
  const size = 'size-4 shrink-0'
  if (state === 'done') return <Check aria-hidden className={cx(size, 'text-ok')} />
  if (state === 'failed') return <TriangleAlert aria-hidden className={cx(size, 'text-warn')} />
  if (state === 'interrupted' || state === 'unknown') return <CircleDashed aria-hidden className={size} />
  return (
    <span aria-hidden className={cx(size, 'grid place-items-center')}>
      <span className="size-2 animate-shimmer rounded-full bg-accent" />
    </span>
  )
}

/** A quiet line for what a tool did. It unfolds to what was asked and why it failed. */
export function ToolStep({ step }: { step: Step }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const details = useId()
  const asked = askedOf(step.input)
  const unsure = step.state === 'interrupted' || step.state === 'unknown'
  const line = (
    <>
      <Mark state={step.state} />
      <span className="min-w-0 text-start wrap-anywhere">
        {stepText(t, step)}
        {step.state === 'failed' && ` · ${t('chat.step.failed')}`}
        {step.state === 'unknown' && ` · ${t('chat.step.unknown')}`}
      </span>
    </>
  )
  const style = 'flex min-h-control-sm max-w-full items-center gap-2 text-sm text-muted'
  if (asked.length === 0 && step.state !== 'failed' && !unsure) return <div className={style}>{line}</div>
  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={details}
        onClick={() => setOpen(!open)}
        className={cx(style, '-ms-2 rounded-control px-2 transition-colors hover:bg-raised hover:text-text')}
      >
        {line}
        <ChevronDown
          aria-hidden
          className={cx('size-4 shrink-0 transition-[rotate]', open && 'rotate-180')}
        />
      </button>
      <div id={details} hidden={!open} className="ms-6 mt-1 mb-2 border-s border-line ps-3 text-sm">
        {asked.length > 0 && (
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            {asked.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{name || t('chat.step.asked')}</dt>
                <dd className="min-w-0 wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {step.state === 'failed' && (
          <p className={cx(asked.length > 0 && 'mt-2')}>
            <span className="text-muted">{t('chat.step.why')}: </span>
            {step.error ?? t('chat.step.no_reason')}
          </p>
        )}
        {unsure && (
          <p className={cx('text-muted', asked.length > 0 && 'mt-2')}>
            {step.state === 'unknown' ? t('chat.step.not_confirmed') : t('chat.step.interrupted')}
          </p>
        )}
      </div>
    </div>
  )
}
