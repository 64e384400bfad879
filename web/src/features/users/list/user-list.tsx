import type { UserSummary } from '@foyer/contract/users'
import Search from 'lucide-react/icons/search'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Input } from '#ui/input.tsx'
import { RowList } from '#ui/row-link.tsx'
import { Select } from '#ui/select.tsx'
import { UserRow } from './user-row.tsx'
import { countBy, ROLE_FILTERS, type RoleFilter, searchUsers } from './user-search.ts'

interface UserListProps {
  users: readonly UserSummary[]
  self_id: number
  words: string
  filter: RoleFilter
  onSearch: (words: string, filter: RoleFilter) => void
  /** Shown while the reader is the only user. */
  alone: ReactNode
}

export function UserList({ users, self_id, words, filter, onSearch, alone }: UserListProps) {
  const { t } = useTranslation()
  const { language } = useFormat()
  // The address is updated afterwards, so that typing is never delayed.
  const [typed, setTyped] = useState(words)
  const found = searchUsers(users, typed, filter, language)
  return (
    <div className="flex flex-col gap-4">
      {users.length > 1 && (
        <div className="flex flex-col gap-3 sm:flex-row">
          <div className="flex-1">
            <Input
              type="search"
              icon={<Search />}
              aria-label={t('users.search')}
              placeholder={t('users.search')}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                onSearch(event.target.value, filter)
              }}
            />
          </div>
          <div className="sm:w-56">
            <Select
              aria-label={t('users.filter.label')}
              value={filter}
              onChange={next => onSearch(typed, next)}
              choices={ROLE_FILTERS.map(one => ({
                value: one,
                label: t('users.filter.choice', {
                  what: t(`users.filter.${one}`),
                  count: countBy(users, one),
                }),
              }))}
            />
          </div>
        </div>
      )}
      {found.length > 0 ? (
        <RowList aria-label={t('users.title')}>
          {found.map(user => (
            <UserRow key={user.id} user={user} is_self={user.id === self_id} />
          ))}
        </RowList>
      ) : (
        <EmptyState
          icon={<Search />}
          title={t('users.none_title')}
          action={
            <Button
              onClick={() => {
                setTyped('')
                onSearch('', 'all')
              }}
            >
              {t('discover.filter.clear')}
            </Button>
          }
        >
          {t('users.none_text')}
        </EmptyState>
      )}
      {users.length === 1 && alone}
    </div>
  )
}
