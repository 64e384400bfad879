import type { UserSummary } from '@foyer/contract/users'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { UserBadges } from './user-badges.tsx'

/** Who is here or on the way, without leading anywhere: for places that are about inviting one more. */
export function PeopleSoFar({ users }: { users: readonly UserSummary[] }) {
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
