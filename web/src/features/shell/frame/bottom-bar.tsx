import type { User } from '@foyer/contract/sessions/sessions'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#ui/count-badge.tsx'
import { badgeLabelKey, type NavEntry, useBadge, useNav } from '../nav.ts'

/** The navigation of phones; at most five entries. */
export const BottomBar = memo(function BottomBar({ user }: { user: User }) {
  const { t } = useTranslation()
  const entries = useNav(user.permissions).filter(entry => entry.bar)
  return (
    <nav
      aria-label={t('shell.nav')}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-surface px-2 pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {entries.map(entry => (
        <Link
          key={entry.to}
          to={entry.to}
          activeOptions={{ exact: entry.to === '/' }}
          className="group flex h-16 min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-control text-xs font-medium text-muted -outline-offset-2 aria-[current=page]:text-text"
        >
          <span className="relative grid h-7 w-14 place-items-center rounded-full transition-colors group-aria-[current=page]:bg-accent-soft group-aria-[current=page]:text-accent">
            <entry.icon aria-hidden className="size-5" />
            <BarBadge to={entry.to} />
          </span>
          <span className="max-w-full truncate px-1">{t(entry.short ?? entry.label)}</span>
        </Link>
      ))}
    </nav>
  )
})

/** ux: an admin's pending count shows on Me, which leads to the other pages. */
function BarBadge({ to }: { to: NavEntry['to'] }) {
  const { t } = useTranslation()
  const waiting = useBadge(to, true)
  return (
    <CountBadge
      count={waiting}
      label={t(badgeLabelKey(to), { count: waiting })}
      className="absolute start-8 -top-1"
    />
  )
}
