import { MEDIA_TYPES } from '@foyer/contract/instances/instance-types'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import type { HistoryFilter } from '../screens/approvals-search.ts'

type Filter = Pick<HistoryFilter, 'q' | 'type' | 'user'>
export type FilterChange = { [K in keyof HistoryFilter]?: HistoryFilter[K] | undefined }

interface QueueBarProps {
  filter: Filter
  requesters: readonly { user_id: number; username: string }[]
  onFilter: (change: FilterChange) => void
  /** Further filters. */
  children?: ReactNode
}

/** Search, type and person; all stored in the address. */
export function QueueBar({ filter, requesters, onFilter, children }: QueueBarProps) {
  const { t } = useTranslation()
  // The address is updated afterwards, so that typing is never delayed.
  const [typed, setTyped] = useState(filter.q ?? '')
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      <div className="min-w-56 flex-1">
        <Input
          type="search"
          icon={<Search />}
          aria-label={t('approvals.search')}
          placeholder={t('approvals.search')}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            onFilter({ q: event.target.value || undefined })
          }}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:flex">
        <Select
          aria-label={t('approvals.kind')}
          value={filter.type ?? ''}
          onChange={type => onFilter({ type: type || undefined })}
          choices={[
            { value: '' as const, label: t('approvals.any_kind') },
            ...MEDIA_TYPES.map(type => ({ value: type, label: t(`approvals.type.${type}`) })),
          ]}
        />
        <Select
          aria-label={t('approvals.person')}
          value={String(filter.user ?? '')}
          onChange={user => onFilter({ user: user ? Number(user) : undefined })}
          choices={[
            { value: '', label: t('approvals.anybody') },
            ...requesters.map(({ user_id, username }) => ({ value: String(user_id), label: username })),
          ]}
        />
        {children}
      </div>
    </div>
  )
}
