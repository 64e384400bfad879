import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface TitleLinkProps {
  of: {
    media_type: string
    title: string
    tmdb_id?: number | undefined
    foreign_id?: string | undefined
    instance_id?: string | undefined
  }
  className?: string
  children: ReactNode
}

/** A link to the page of a title, in its library; plain text if it has no page. */
export function TitleLink({ of, className = 'rounded-mark hover:underline', children }: TitleLinkProps) {
  const { media_type, title, tmdb_id, foreign_id: id, instance_id: library } = of
  if (tmdb_id !== undefined)
    return (
      <Link
        to={media_type === 'tv' ? '/tv/$id' : '/movies/$id'}
        params={{ id: String(tmdb_id) }}
        className={className}
      >
        {children}
      </Link>
    )
  if (!id) return children
  const search = library ? { library } : {}
  return media_type === 'music' ? (
    <Link to="/music/albums/$id" params={{ id }} search={search} className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/books/titles/$id" params={{ id }} search={{ ...search, title }} className={className}>
      {children}
    </Link>
  )
}
