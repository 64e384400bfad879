import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import MessageCircle from 'lucide-react/icons/message-circle'
import Search from 'lucide-react/icons/search'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#ui/count-badge.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { NavContext, useBadge } from '../nav.ts'

interface TopBarProps {
  serverName: string
  onJump: () => void
}

const ICON_LINK =
  'relative grid size-control place-items-center rounded-control text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:text-accent'

/** The top bar of phones: the server's name, chat, notifications and search. */
export function TopBar({ serverName, onJump }: TopBarProps) {
  const { t } = useTranslation()
  const unread = useBadge('/inbox')
  const { has_chat } = useContext(NavContext)
  return (
    <header className="flex items-center justify-between gap-4 px-4 pt-[calc(0.5rem+env(safe-area-inset-top))] lg:hidden">
      <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control">
        <Logo className="size-7 shrink-0 text-accent" />
        <span className="truncate font-semibold tracking-tight">{serverName}</span>
      </Link>
      <div className="-me-2 flex shrink-0 items-center">
        {has_chat && (
          <Link to="/chat" className={ICON_LINK}>
            <MessageCircle aria-hidden className="size-5" />
            <span className="sr-only">{t('shell.chat')}</span>
          </Link>
        )}
        <Link to="/inbox" className={ICON_LINK}>
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
