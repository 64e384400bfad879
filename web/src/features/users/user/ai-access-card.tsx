import type { UserSummary } from '@foyer/contract/users'
import { useQuery } from '@tanstack/react-query'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/api.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Input } from '#ui/input.tsx'
import { Notice } from '#ui/notice.tsx'
import { RowSkeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeAiAccess, usersQuery } from '../api.ts'
import { UserBadges } from '../list/user-badges.tsx'
import { searchUsers } from '../list/user-search.ts'

/** A household needs no search. */
const MANY = 12

/** Who can use the AI that the server includes, all at a glance (2:4.7). */
export function AiAccessCard() {
  const { t } = useTranslation()
  const { language } = useFormat()
  const read = useQuery(usersQuery())
  const { data, error } = read
  const self_id = useSession()?.user.id
  const [words, setWords] = useState('')
  const granted = data?.filter(user => user.ai_shared_enabled).length ?? 0
  return (
    <SectionCard
      title={t('included_ai.access.title')}
      text={t('included_ai.access.text')}
      action={data && <Badge>{t('included_ai.access.count', { granted, count: data.length })}</Badge>}
    >
      {data ? (
        <div className="flex flex-col gap-3">
          {data.length > MANY && (
            <Input
              type="search"
              icon={<Search />}
              aria-label={t('users.search')}
              placeholder={t('users.search')}
              value={words}
              onChange={event => setWords(event.target.value)}
            />
          )}
          <ul aria-label={t('included_ai.access.title')} className="divide-y divide-line">
            {searchUsers(data, words, 'all', language).map(user => (
              <AccessRow key={user.id} user={user} is_self={user.id === self_id} />
            ))}
          </ul>
        </div>
      ) : error ? (
        <ReadFailure of={read} title={t('users.unreadable')} />
      ) : (
        <div aria-busy className="divide-y divide-line">
          {Array.from({ length: 3 }, (_, row) => (
            <RowSkeleton key={row} />
          ))}
        </div>
      )}
    </SectionCard>
  )
}

function AccessRow({ user, is_self }: { user: UserSummary; is_self: boolean }) {
  const { t } = useTranslation()
  const change = useChangeAiAccess(user.id)
  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex items-center gap-4">
        <Avatar name={user.username} />
        <div className="min-w-0 flex-1">
          <Switch
            label={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="line-clamp-2 wrap-anywhere">{user.username}</span>
                <span className="flex flex-wrap gap-1.5">
                  <UserBadges user={user} is_self={is_self} />
                </span>
              </span>
            }
            checked={change.isPending ? change.variables : user.ai_shared_enabled}
            onChange={on => !change.isPending && change.mutate(on)}
          />
        </div>
      </div>
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
    </li>
  )
}
