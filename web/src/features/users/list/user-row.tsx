import type { UserSummary } from '@foyer/contract/users'
import { createLink } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { signInMethods, signInProblem } from '../sign-in/sign-in-facts.ts'
import { UserBadges } from './user-badges.tsx'

const PageRow = createLink(RowLink)

interface UserRowProps {
  user: UserSummary
  is_self: boolean
}

/** One person; the whole row links to their page. */
export function UserRow({ user, is_self }: UserRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const facts = [signsIn(t, user, format.list), t('users.devices', { count: user.device_count })]
  return (
    <li>
      <PageRow
        to="/users/$user_id"
        params={{ user_id: String(user.id) }}
        mark={<Avatar name={user.username} />}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="line-clamp-2 wrap-anywhere">{user.username}</span>
            <span className="flex flex-wrap gap-1.5">
              <UserBadges user={user} is_self={is_self} />
            </span>
          </span>
        }
        text={facts.join(' · ')}
        end={
          <span className="hidden text-sm whitespace-nowrap text-muted md:block">
            {t('users.since', { date: format.date(user.created_at) })}
          </span>
        }
      />
    </li>
  )
}

function signsIn(t: TFunction, user: UserSummary, list: (words: readonly string[]) => string): string {
  const ways = signInMethods(user).map(way => t(`users.way.${way}`))
  return ways.length > 0 ? t('users.way.by', { ways: list(ways) }) : t(`users.way.${signInProblem(user)}`)
}
