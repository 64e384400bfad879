import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { badgeLabelKey, type NavEntry, useBadge } from '../nav.ts'

/** Only for a collapsed sidebar; screen readers already know the label. */
const Tooltip = lazy(() => import('#ui/tooltip.tsx').then(({ Tooltip }) => ({ default: Tooltip })))

interface SidebarLinkProps {
  to: NavEntry['to']
  label: string
  narrow: boolean
  children: ReactNode
}

/** Icon and label; when collapsed, the icon with its label on hover. */
export function SidebarLink({ to, label, narrow, children }: SidebarLinkProps) {
  const { t } = useTranslation()
  const waiting = useBadge(to)
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      className={cx(
        'relative flex h-10 shrink-0 items-center gap-3 rounded-control text-sm font-medium text-muted transition-colors hover:bg-raised pointer-coarse:h-11 hover:text-text',
        // All pages of an admin fit on the screen of a laptop.
        '[@media(pointer:fine)_and_(50rem<height<60rem)]:h-9 [@media(pointer:fine)_and_(height<=50rem)]:h-8',
        'aria-[current=page]:bg-raised aria-[current=page]:text-text',
        'before:absolute before:inset-y-2.5 before:start-0 before:w-1 before:rounded-full aria-[current=page]:before:bg-accent',
        narrow ? 'justify-center' : 'px-2.5',
      )}
    >
      {children}
      <span className={narrow ? 'sr-only' : 'flex-1 truncate'}>{label}</span>
      <CountBadge
        count={waiting}
        label={t(badgeLabelKey(to), { count: waiting })}
        {...(narrow ? { className: 'absolute end-0.5 top-0.5' } : {})}
      />
    </Link>
  )
  if (!narrow) return link
  return (
    <Suspense fallback={link}>
      <Tooltip text={label} side="right">
        {link}
      </Tooltip>
    </Suspense>
  )
}
