import type { UserSummary } from '@foyer/contract/users'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { UserBadges } from '../list/user-badges.tsx'

interface UserHeadProps {
  user: UserSummary
  is_self: boolean
  action?: ReactNode
  /** Beside the name. */
  rename?: ReactNode
}

export function UserHead({ user, is_self, action, rename }: UserHeadProps) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="flex min-w-0 items-center gap-5">
        <Avatar name={user.username} size="lg" />
        <div className="flex min-w-0 flex-col gap-1.5">
          <div className="flex items-center gap-1">
            <h1 className="line-clamp-2 text-xl font-semibold wrap-anywhere sm:text-2xl">{user.username}</h1>
            {rename}
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
            <UserBadges user={user} is_self={is_self} />
            <span>{t('users.since', { date: format.date(user.created_at) })}</span>
          </div>
        </div>
      </div>
      {action}
    </div>
  )
}
