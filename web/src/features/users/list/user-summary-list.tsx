import type { UserSummary } from '@foyer/contract/users'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { UserBadges } from './user-badges.tsx'

/** Current and invited users without links, for pages about inviting more. */
export function UserSummaryList({ users }: { users: readonly UserSummary[] }) {
  const { t } = useTranslation()
  return (
    <Card>
      <ul aria-label={t('users.title')} className="flex flex-col gap-3">
        {users.map(user => (
          <li key={user.id} className="flex items-center gap-3">
            <Avatar name={user.username} />
            <span className="min-w-0 flex-1 wrap-anywhere">{user.username}</span>
            <span className="flex flex-wrap justify-end gap-1.5">
              <UserBadges user={user} is_self={false} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
