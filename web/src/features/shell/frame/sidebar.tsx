import type { User } from '@foyer/contract/sessions/sessions'
import { Link } from '@tanstack/react-router'
import PanelLeft from 'lucide-react/icons/panel-left'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { Logo } from '#ui/logo.tsx'
import { keyLabel } from '../keys/key-label.ts'
import { useNav } from '../nav.ts'
import { SidebarLink } from './sidebar-link.tsx'

interface SidebarProps {
  user: User
  serverName: string
  narrow: boolean
  onToggle: () => void
  onJump: () => void
}

export function Sidebar({ user, serverName, narrow, onToggle, onJump }: SidebarProps) {
  const { t } = useTranslation()
  const entries = useNav(user.permissions).filter(entry => entry.place === 'top')
  return (
    <aside
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col gap-1 border-e border-line bg-surface p-3 transition-[width] lg:flex',
        narrow ? 'w-[4.25rem]' : 'w-60',
      )}
    >
      <div className={cx('mb-2 flex h-12 items-center', narrow ? 'justify-center' : 'justify-between ps-2')}>
        {!narrow && (
          <Link to="/" className="flex min-w-0 items-center gap-2.5 rounded-control py-1 pe-2">
            <Logo className="size-7 shrink-0 text-accent" />
            <span className="truncate text-base font-semibold tracking-tight">{serverName}</span>
          </Link>
        )}
        <IconButton
          label={narrow ? t('shell.expand') : t('shell.collapse')}
          aria-expanded={!narrow}
          icon={<PanelLeft className="rtl:-scale-x-100" />}
          onClick={onToggle}
        />
      </div>
      <button
        type="button"
        onClick={onJump}
        aria-label={narrow ? t('shell.jump') : undefined}
        className={cx(
          'mb-3 flex h-control items-center gap-3 rounded-control border border-line bg-ink px-2.5 text-sm text-muted transition-colors hover:border-edge hover:text-text',
          narrow && 'justify-center',
        )}
      >
        <Search aria-hidden className="size-4.5 shrink-0" />
        {!narrow && (
          <>
            <span className="flex-1 truncate text-start">{t('shell.jump')}</span>
            <Kbd>{keyLabel('mod+k')}</Kbd>
          </>
        )}
      </button>
      <nav aria-label={t('shell.nav')} className="flex min-h-0 flex-1 flex-col gap-1">
        {/* An admin with every kind of service has more pages than a low screen has room for. */}
        <div className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto [@media(height<=50rem)]:gap-0">
          {entries.map(entry => (
            <SidebarLink key={entry.to} to={entry.to} label={t(entry.label)} narrow={narrow}>
              <entry.icon aria-hidden className="size-5 shrink-0" />
            </SidebarLink>
          ))}
        </div>
        <SidebarLink to="/account" label={user.username} narrow={narrow}>
          <Avatar name={user.username} size="sm" />
        </SidebarLink>
      </nav>
    </aside>
  )
}
