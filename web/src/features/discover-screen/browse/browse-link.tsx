import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TEXT_LINK } from '#ui/text-link.ts'
import type { BrowseFilters } from './browse-filters.ts'
import type { ScreenType } from '../title.ts'

const BROWSE = { movie: '/movies/browse', tv: '/tv/browse' } as const

export const LINK_LOOKS = {
  chip: 'inline-flex min-h-control-sm items-center rounded-full wrap-anywhere border border-line bg-surface px-3 text-sm text-muted transition-colors hover:border-edge hover:text-text',
  text: TEXT_LINK,
} as const

interface BrowseLinkProps {
  type: ScreenType
  filters: BrowseFilters
  look: keyof typeof LINK_LOOKS
  children: ReactNode
}

/** Leads to everything that shares a genre, a keyword, a person, a studio or a network with a title. */
export function BrowseLink({ type, filters, look, children }: BrowseLinkProps) {
  return (
    <Link to={BROWSE[type]} search={filters} className={LINK_LOOKS[look]}>
      {children}
    </Link>
  )
}
