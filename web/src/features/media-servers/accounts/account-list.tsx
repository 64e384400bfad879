import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadFailure } from '#lib/read-failure.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { accountsQuery } from './api.ts'

interface AccountListProps {
  label: string
  /** Shown instead of the list if it is empty. */
  empty: string
  is_empty: boolean
  /** One `AccountRow` for each account. */
  children: ReactNode
}

/** A list of linked accounts, and what stands in its place until they are read. */
export function AccountList({ label, empty, is_empty, children }: AccountListProps) {
  const { t } = useTranslation()
  const read = useQuery(accountsQuery())
  const { data, error } = read
  if (!data)
    return error ? (
      <ReadFailure of={read} compact title={t('server_accounts.unreadable')} />
    ) : (
      <div aria-busy>
        <RowSkeleton />
        <RowSkeleton />
      </div>
    )
  if (is_empty) return <p className="text-sm text-muted">{empty}</p>
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {children}
    </ul>
  )
}
