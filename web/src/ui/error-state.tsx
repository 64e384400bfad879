import CloudAlert from 'lucide-react/icons/cloud-alert'
import RotateCw from 'lucide-react/icons/rotate-cw'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { PassingButtons } from './passing-buttons.tsx'

interface ErrorStateProps {
  title?: string
  /** What failed, in one sentence, and that nothing was lost. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Inside a row or card instead of a whole page. */
  compact?: boolean
  /** 1 if it stands for the whole page, which then has no other heading; 2 for a part that has none. */
  level?: 1 | 2
}

export function ErrorState({ title, children, onRetry, retrying, compact, level }: ErrorStateProps) {
  const { t } = useTranslation()
  const Title = level ? (`h${level}` as const) : 'p'
  return (
    <div
      role="alert"
      className={cx(
        'flex items-center gap-4 rounded-card border border-line bg-surface',
        compact ? 'flex-wrap px-4 py-4' : 'flex-col px-6 py-14 text-center sm:py-20',
      )}
    >
      <span
        aria-hidden
        className={cx(
          'grid shrink-0 place-items-center rounded-full bg-danger-soft text-danger',
          compact ? 'size-10 [&_svg]:size-5' : 'size-14 [&_svg]:size-6',
        )}
      >
        <CloudAlert />
      </span>
      <div className={cx('flex min-w-0 flex-1 flex-col', compact ? 'basis-48 gap-0.5' : 'max-w-md gap-2')}>
        <Title className={cx('font-semibold', !compact && 'text-lg')}>{title ?? t('ui.error_title')}</Title>
        <div className={cx('text-muted', compact && 'text-sm')}>{children ?? t('ui.error_text')}</div>
      </div>
      {onRetry && (
        // What is read again has its placeholder here.
        <PassingButtons>
          <Button
            size={compact ? 'sm' : 'md'}
            loading={retrying ?? false}
            icon={<RotateCw aria-hidden />}
            onClick={onRetry}
          >
            {t('ui.retry')}
          </Button>
        </PassingButtons>
      )}
    </div>
  )
}
