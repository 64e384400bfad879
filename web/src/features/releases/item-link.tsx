import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CalendarItem } from './calendar-items.ts'

interface ItemLinkProps {
  item: CalendarItem
  className: string
  children: ReactNode
}

/** Links to the title's page, or to a search for it if the library does not identify it. */
export function ItemLink({ item, className, children }: ItemLinkProps) {
  const { media_type, tmdb_id, title } = item
  if (media_type !== 'movie' && media_type !== 'tv') return <span className={className}>{children}</span>
  if (tmdb_id === undefined) {
    return (
      <Link to="/search" search={{ q: title }} className={className}>
        {children}
      </Link>
    )
  }
  return (
    <Link
      to={media_type === 'movie' ? '/movies/$id' : '/tv/$id'}
      params={{ id: String(tmdb_id) }}
      className={className}
    >
      {children}
    </Link>
  )
}
