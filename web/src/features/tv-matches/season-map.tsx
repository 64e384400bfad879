import type { TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import { seasonLabel, seasonName } from '#lib/season-name.ts'
import { Select } from '#ui/select.tsx'
import { type Draft, withSeason } from './match-draft.ts'

interface SeasonMapProps {
  detail: TvMatchDetail
  draft: Draft
  errors: Readonly<Record<string, string>>
  onChange: (draft: Draft) => void
}

const NONE = ''

/** Each season of the show with its season in Sonarr. */
export function SeasonMapTable({ detail, draft, errors, onChange }: SeasonMapProps) {
  const { t } = useTranslation()
  const known = new Map(detail.target_seasons.map(season => [season.season_number, season]))
  const sources = detail.source_seasons.map(season => ({ ...season, name: seasonName(t, season) }))
  const isShown = detail.match.tvdb_id === draft.tvdb_id
  const choices = [
    { value: NONE, label: t('tv_matches.nowhere') },
    ...draft.seasons.map(number => ({ value: String(number), label: seasonLabel(t, number) })),
  ]
  /** The episode count in Sonarr; nothing before the series is added there. */
  const facts = (target: number | undefined) => {
    const season = isShown && target !== undefined ? known.get(target) : undefined
    if (!season || season.episode_count === 0) return ''
    const { episode_count: count, episode_file_count: files } = season
    return [t('tv_matches.episodes', { count }), files > 0 && t('tv_matches.on_disk', { count: files })]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <div className="flex flex-col">
      <div aria-hidden className="grid grid-cols-2 gap-x-8 pb-2 text-xs font-medium text-muted">
        <span>TMDB</span>
        <span>Sonarr</span>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {sources.map(({ season_number, name, episode_count, air_date }) => (
          <li key={season_number} className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-2 py-3">
            <span className="flex min-w-0 flex-col">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="text-sm text-muted">
                {[t('tv_matches.episodes', { count: episode_count }), air_date?.slice(0, 4)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <ArrowRight aria-hidden className="size-4 text-muted rtl:-scale-x-100" />
            <span className="flex min-w-0 flex-col gap-1">
              <Select
                aria-label={t('tv_matches.season_of', { season: name })}
                aria-invalid={errors[`season_map.${season_number}`] ? true : undefined}
                value={String(draft.map[String(season_number)] ?? NONE)}
                choices={choices}
                onChange={value =>
                  onChange(withSeason(draft, season_number, value === NONE ? null : Number(value)))
                }
              />
              <span className="text-sm text-muted">{facts(draft.map[String(season_number)])}</span>
              {errors[`season_map.${season_number}`] && (
                <span className="text-sm text-danger">{errors[`season_map.${season_number}`]}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
