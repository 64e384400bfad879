import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorWords } from '#lib/error-words.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { setupStatusQuery } from './api.ts'
import { ChecklistRow } from './checklist-row.tsx'
import { checklistOf } from './checklist.ts'

/** What of the house stands and what is left. Closed by itself once nothing is. */
export function ChecklistCard({ action }: { action?: ReactNode }) {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(setupStatusQuery())
  /** Null until somebody says otherwise. */
  const [wanted, setWanted] = useState<boolean | null>(null)
  const id = useId()
  if (error && !data) {
    return (
      <ErrorState
        compact
        title={t('checklist.unreadable')}
        retrying={isFetching}
        onRetry={() => void refetch()}
      >
        {errorWords(t, error)}
      </ErrorState>
    )
  }
  if (!data) return <Skeleton className="h-96 w-full rounded-card" />
  const { items, done, total, complete } = checklistOf(data)
  const open = wanted ?? !complete
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 id={id} className="text-base font-semibold">
              {complete ? t('checklist.complete') : t('checklist.title')}
            </h2>
            <p className="text-sm text-muted">{t('checklist.progress', { done, count: total })}</p>
          </div>
          <div className="flex items-center gap-2">
            {action}
            <Button
              variant="ghost"
              aria-expanded={open}
              aria-controls={`${id}-list`}
              icon={<ChevronDown aria-hidden className={cx('transition-transform', open && 'rotate-180')} />}
              onClick={() => setWanted(!open)}
            >
              {open ? t('checklist.hide') : t('checklist.show')}
            </Button>
          </div>
        </div>
        <ProgressBar
          label={t('checklist.progress', { done, count: total })}
          share={total === 0 ? 1 : done / total}
          tone={complete ? 'ok' : 'accent'}
        />
      </div>
      <ul id={`${id}-list`} hidden={!open} className="divide-y divide-line border-t border-line">
        {items.map(item => (
          <ChecklistRow key={item.key} item={item} />
        ))}
      </ul>
    </section>
  )
}
