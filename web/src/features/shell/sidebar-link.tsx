import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import type { NavEntry } from './nav.ts'

interface SidebarLinkProps {
  to: NavEntry['to']
  label: string
  narrow: boolean
  children: ReactNode
}

/** Icon and word; narrow, the icon alone with its word on hover. */
export function SidebarLink({ to, label, narrow, children }: SidebarLinkProps) {
  const link = (
    <Link
      to={to}
      activeOptions={{ exact: to === '/' }}
      className={cx(
        'relative flex h-11 shrink-0 items-center gap-3 rounded-control text-sm font-medium text-muted transition-colors hover:bg-raised hover:text-text',
        'aria-[current=page]:bg-raised aria-[current=page]:text-text',
        'before:absolute before:inset-y-2.5 before:start-0 before:w-1 before:rounded-full aria-[current=page]:before:bg-accent',
        narrow ? 'justify-center' : 'px-2.5',
      )}
    >
      {children}
      <span className={narrow ? 'sr-only' : 'truncate'}>{label}</span>
    </Link>
  )
  if (!narrow) return link
  return (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  )
}
