import type { UserSummary } from '@foyer/contract/users'
import Baby from 'lucide-react/icons/baby'
import Mail from 'lucide-react/icons/mail'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { Badge } from '#ui/badge.tsx'
import { isInvited } from '../sign-in/sign-in-facts.ts'

interface UserBadgesProps {
  user: UserSummary
  is_self: boolean
}

/** Badges for roles and states; a regular member has none. */
export function UserBadges({ user, is_self }: UserBadgesProps) {
  const { t } = useTranslation()
  return (
    <>
      {is_self && <Badge>{t('users.you')}</Badge>}
      {user.role === 'admin' && (
        <Badge tone="accent" icon={<ShieldCheck aria-hidden />}>
          {t('users.role.admin')}
        </Badge>
      )}
      {user.child && (
        <Badge tone="info" icon={<Baby aria-hidden />}>
          {t('users.kids')}
        </Badge>
      )}
      {isInvited(user) && (
        <Badge tone="warn" icon={<Mail aria-hidden />}>
          {t('users.pending')}
        </Badge>
      )}
    </>
  )
}
