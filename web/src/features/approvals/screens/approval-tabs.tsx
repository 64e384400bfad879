import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useDrawn } from '#ui/use-drawn.ts'
import { type ApprovalTab, TABS } from './approvals-search.ts'

interface ApprovalTabsProps {
  tab: ApprovalTab
  onTab: (tab: ApprovalTab) => void
  /** The number of entries per tab, if known. */
  counts: Partial<Record<ApprovalTab, number | undefined>>
  contents: Record<ApprovalTab, ReactNode>
}

/** Tabs: pending requests, requests Foyer is still working on, and the history. */
export function ApprovalTabs({ tab, onTab, counts, contents }: ApprovalTabsProps) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('approvals.title')}
      value={tab}
      onChange={next => {
        const found = TABS.find(one => one === next)
        if (found) onTab(found)
      }}
      tabs={TABS.map(one => {
        const label = t(`approvals.tab.${one}`)
        const count = counts[one]
        return {
          value: one,
          label: count ? t('approvals.tab_count', { label, count }) : label,
          content: contents[one],
        }
      })}
    />
  )
}

interface LoadedProps {
  list: UseQueryResult<QueueRow[]>
  children: (rows: readonly QueueRow[]) => ReactNode
}

/** A list of requests with its loading and error states. */
export function Loaded({ list, children }: LoadedProps) {
  const is_drawn = useDrawn(list.data !== undefined)
  if (list.data && is_drawn) return children(list.data)
  if (list.error && !list.data) return <ReadFailure of={list} />
  return (
    <div aria-busy className="flex flex-col gap-3">
      {Array.from({ length: 4 }, (_, at) => (
        <Skeleton key={at} className="h-30 w-full rounded-card" />
      ))}
    </div>
  )
}
