import type { TvMatchRow } from '@foyer/contract/tv-matches/tv-matches'
import { createLink } from '@tanstack/react-router'
import Tv from 'lucide-react/icons/tv'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useLocalTitles } from '#lib/title-names.ts'
import { IconTile } from '#ui/icon-tile.tsx'
import { RowLink, RowList } from '#ui/row-link.tsx'
import { MatchBadge } from './match-badge.tsx'
import { seasonsLabel } from './season-labels.ts'

const PageRow = createLink(RowLink)

/** Shows with a custom or built-in match. */
export function MatchList({ rows: stored }: { rows: readonly TvMatchRow[] }) {
  const { t } = useTranslation()
  const shows = useMemo(() => stored.map(row => ({ ...row, media_type: 'tv' })), [stored])
  const rows = useLocalTitles(shows)
  return (
    <RowList aria-label={t('tv_matches.decided')}>
      {rows.map(row => (
        <li key={row.tmdb_id}>
          <PageRow
            to="/settings/tv-matches/$tmdb_id"
            params={{ tmdb_id: String(row.tmdb_id) }}
            mark={
              <IconTile tone="neutral">
                <Tv />
              </IconTile>
            }
            title={
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="line-clamp-2 wrap-anywhere">{row.title ?? row.tmdb_id}</span>
                <MatchBadge match={row} />
              </span>
            }
            text={<RowText row={row} />}
          />
        </li>
      ))}
    </RowList>
  )
}

function RowText({ row }: { row: TvMatchRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state, target_title, tvdb_id, season_map, updated_by, updated_at } = row
  const seasons = Object.values(season_map)
  const target =
    state === 'resolved'
      ? t('tv_matches.target', {
          series: target_title ?? t('tv_matches.tvdb', { id: tvdb_id }),
          seasons: seasonsLabel(t, seasons, format.list),
        })
      : t('tv_matches.paused_short')
  const who =
    updated_at &&
    t('tv_matches.changed', { who: updated_by ?? t('tv_matches.deleted_user'), at: format.date(updated_at) })
  return [target, who].filter(Boolean).join(' · ')
}
