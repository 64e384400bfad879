import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#ui/count-badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { useBadge } from './nav.ts'

interface TopBarProps {
  serverName: string
  onJump: () => void
}

/** The top bar of phones: the server's name, search and notifications. */
export function TopBar({ serverName, onJump }: TopBarProps) {
  const { t } = useTranslation()
  const unread = useBadge('/inbox')
  return (
    <header className="flex items-center justify-between gap-4 px-4 pt-[calc(0.5rem+env(safe-area-inset-top))] lg:hidden">
      <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control">
        <Logo className="size-7 shrink-0 text-accent" />
        <span className="truncate font-semibold tracking-tight">{serverName}</span>
      </Link>
      <div className="-me-2 flex shrink-0 items-center">
        <Link
          to="/inbox"
          className="relative grid size-control place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:text-accent"
        >
          <Bell aria-hidden className="size-5" />
          <span className="sr-only">{t('shell.inbox')}</span>
          <CountBadge
            count={unread}
            label={t('shell.unread', { count: unread })}
            className="absolute start-1/2 top-0"
          />
        </Link>
        <IconButton label={t('shell.jump')} icon={<Search />} onClick={onJump} />
      </div>
    </header>
  )
}
