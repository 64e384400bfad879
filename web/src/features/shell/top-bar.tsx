import { Link } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#ui/icon-button.tsx'
import { Logo } from '#ui/logo.tsx'

interface TopBarProps {
  serverName: string
  onJump: () => void
}

/** The phone's head: whose house this is, and the way to everything. */
export function TopBar({ serverName, onJump }: TopBarProps) {
  const { t } = useTranslation()
  return (
    <header className="flex items-center justify-between gap-4 px-4 pt-[calc(0.5rem+env(safe-area-inset-top))] lg:hidden">
      <Link to="/" className="flex min-h-11 min-w-0 items-center gap-2.5 rounded-control">
        <Logo className="size-7 shrink-0 text-accent" />
        <span className="truncate font-semibold tracking-tight">{serverName}</span>
      </Link>
      <IconButton label={t('shell.jump')} icon={<Search />} onClick={onJump} className="-me-2" />
    </header>
  )
}
