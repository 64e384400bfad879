import type { Issue } from '@foyer/contract/issues/issue'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { movieQuery, showQuery } from '#features/discover-screen/api.ts'
import { RowCover } from './-row-cover.tsx'

/** The poster or cover of the title that a report is about. */
export function IssueCover({ issue }: { issue: Issue }) {
  const { media_type, tmdb_id, foreign_id, instance_id } = issue
  const id = String(tmdb_id)
  const movie = useQuery({ ...movieQuery(id), enabled: media_type === 'movie' && tmdb_id !== undefined })
  const show = useQuery({ ...showQuery(id), enabled: media_type === 'tv' && tmdb_id !== undefined })
  if (media_type === 'system') return null
  const poster_path = (movie.data ?? show.data)?.poster_path ?? undefined
  return (
    <RowCover
      row={{ media_type, foreign_id, instance_id, poster_path }}
      className="min-h-27 w-18 shrink-0 rounded-control"
    />
  )
}

const LINK =
  'inline-flex min-h-11 items-center self-start rounded-control text-sm font-medium underline decoration-line underline-offset-4 hover:decoration-current'

/** To the page of the title; nothing for a title that has no page. */
export function IssueTitleLink({ issue }: { issue: Issue }) {
  const { t } = useTranslation()
  const { media_type, tmdb_id, foreign_id, title } = issue
  const words = t('issues.thread.open_title')
  const params = { id: String(tmdb_id) }
  if (tmdb_id !== undefined && media_type === 'movie')
    return (
      <Link to="/movies/$id" params={params} className={LINK}>
        {words}
      </Link>
    )
  if (tmdb_id !== undefined && media_type === 'tv')
    return (
      <Link to="/tv/$id" params={params} className={LINK}>
        {words}
      </Link>
    )
  if (foreign_id !== undefined && media_type === 'book')
    return (
      <Link to="/books/titles/$id" params={{ id: foreign_id }} search={{ title }} className={LINK}>
        {words}
      </Link>
    )
  if (foreign_id !== undefined && media_type === 'music')
    return (
      <Link to="/music/albums/$id" params={{ id: foreign_id }} className={LINK}>
        {words}
      </Link>
    )
  return null
}
