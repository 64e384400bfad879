import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { TFunction } from 'i18next'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { cx } from '#ui/cx.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { setupStatusQuery } from './api.ts'
import { ChecklistRow } from './checklist-row.tsx'
import { type Checklist, type ChecklistItem, checklistOf } from './checklist.ts'

interface ChecklistCardProps {
  action?: ReactNode
  /** A library manager, if one is connected. */
  library_id: string | undefined
  /** On a server in use, the open items are collapsed too. */
  collapsed: boolean
  /** Gone once nothing needed is left to do. */
  hides_complete: boolean
}

/** The open steps that the server needs; finished and optional ones are collapsed. */
export function ChecklistCard({ action, library_id, collapsed, hides_complete }: ChecklistCardProps) {
  const { t } = useTranslation()
  const read = useQuery(setupStatusQuery())
  const { data, error } = read
  const id = useId()
  if (error && !data) {
    return <ReadFailure of={read} compact title={t('checklist.unreadable')} />
  }
  // On a server in use the list is nearly always complete: no place is kept for it.
  if (!data) return hides_complete && collapsed ? null : <ChecklistSkeleton collapsed={collapsed} />
  const checklist = checklistOf(data)
  const { open, done, total, complete } = checklist
  if (complete && hides_complete) return null
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-col gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div className="flex min-w-0 flex-col gap-1">
            <h2 id={id} className="text-base font-semibold">
              {complete ? t('checklist.complete') : t('checklist.title')}
            </h2>
            <p className="text-sm text-muted">{t('checklist.progress', { done, count: total })}</p>
          </div>
          {action}
        </div>
        <ProgressBar
          label={t('checklist.title')}
          share={total === 0 ? 1 : done / total}
          tone={complete ? 'ok' : 'accent'}
        />
      </div>
      {collapsed ? (
        <Collapsible
          label={openLabel(t, checklist)}
          items={[...open, ...checklist.settled]}
          library_id={library_id}
        />
      ) : (
        <>
          {open.length > 0 && (
            <ul className="divide-y divide-line border-t border-line">
              {open.map(item => (
                <ChecklistRow key={item.key} item={item} library_id={library_id} />
              ))}
            </ul>
          )}
          <Collapsible label={settledLabel(t, checklist)} items={checklist.settled} library_id={library_id} />
        </>
      )}
      <Collapsible label={optionalLabel(t, checklist)} items={checklist.optional} library_id={library_id} />
    </section>
  )
}

function ChecklistSkeleton({ collapsed }: Pick<ChecklistCardProps, 'collapsed'>) {
  return <Skeleton className={cx('w-full rounded-card', collapsed ? 'h-50 sm:h-52' : 'h-96')} />
}

function openLabel(t: TFunction, checklist: Checklist): string {
  const { open, complete } = checklist
  return complete ? settledLabel(t, checklist) : t('checklist.left', { count: open.length })
}

function settledLabel(t: TFunction, { done, skipped }: Checklist): string {
  return skipped === 0
    ? t('checklist.settled', { count: done })
    : t('checklist.settled_skipped', { done, count: skipped })
}

function optionalLabel(t: TFunction, { optional }: Checklist): string {
  const count = optional.filter(({ state }) => state === 'open').length
  return count === 0 ? t('checklist.optional') : t('checklist.optional_left', { count })
}

interface CollapsibleProps extends Pick<ChecklistCardProps, 'library_id'> {
  label: string
  items: readonly ChecklistItem[]
}

function Collapsible({ label, items, library_id }: CollapsibleProps) {
  const [shown, setShown] = useState(false)
  const id = useId()
  if (items.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
        className="flex min-h-12 w-full items-center justify-between gap-4 border-t border-line px-4 text-start text-sm font-medium text-muted -outline-offset-2 transition-colors hover:bg-raised/60 hover:text-text sm:px-5"
      >
        {label}
        <ChevronDown
          aria-hidden
          className={cx('size-4.5 shrink-0 transition-transform', shown && 'rotate-180')}
        />
      </button>
      <ul id={id} hidden={!shown} className="divide-y divide-line border-t border-line">
        {items.map(item => (
          <ChecklistRow key={item.key} item={item} library_id={library_id} />
        ))}
      </ul>
    </>
  )
}
