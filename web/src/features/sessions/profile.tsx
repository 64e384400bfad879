import type { User } from '@foyer/contract/sessions/sessions'
import Baby from 'lucide-react/icons/baby'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'

export function Profile({ user }: { user: User }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="flex items-center gap-5">
      <Avatar name={user.username} size="lg" />
      <div className="flex min-w-0 flex-col gap-1.5">
        <h1 className="line-clamp-2 text-xl font-semibold sm:text-2xl">{user.username}</h1>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
          {user.role === 'admin' ? (
            <Badge tone="accent" icon={<ShieldCheck aria-hidden />}>
              {t('sessions.account.role_admin')}
            </Badge>
          ) : (
            <Badge>{t('sessions.account.role_user')}</Badge>
          )}
          {user.sso_linked && <Badge>{t('sessions.account.sso')}</Badge>}
          {user.child && (
            <Badge tone="info" icon={<Baby aria-hidden />}>
              {t('sessions.account.child')}
            </Badge>
          )}
          <span>{t('sessions.account.member_since', { date: format.date(user.created_at) })}</span>
        </div>
        {user.content_limits && (
          <p className="text-sm text-muted">
            {t('sessions.account.limits', {
              movie: user.content_limits.max_movie_rating,
              tv: user.content_limits.max_tv_rating,
            })}
          </p>
        )}
      </div>
    </div>
  )
}
