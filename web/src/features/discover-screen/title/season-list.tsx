import type { TvDetail } from '@foyer/contract/discover-screen/media-details'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { seasonName } from '#lib/season-name.ts'
import { tintOf } from '#lib/tint.ts'
import { useNow } from '#lib/use-now.ts'
import { cx } from '#ui/cx.ts'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { type EpisodeActions, EpisodeList } from './episode-list.tsx'
import { useSources } from '../cards/image-base.ts'
import { isDay, noonOf } from './title-facts.ts'

type Season = NonNullable<TvDetail['seasons']>[number]

interface SeasonListProps {
  show: TvDetail
  /** The status of a season. */
  mark?: ((season_number: number) => ReactNode) | undefined
  actions?: EpisodeActions | undefined
}

/** Seasons in order, specials last; each expands to its episodes. */
export function SeasonList({ show, mark, actions }: SeasonListProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<number | null>(null)
  const id = useId()
  const seasons = (show.seasons ?? [])
    .toSorted((a, b) => (a.season_number || Infinity) - (b.season_number || Infinity))
    .map(season => ({ ...season, name: seasonName(t, season) }))
  if (seasons.length === 0) return null
  return (
    <Section title={t('discover.seasons')}>
      <ul className="grid grid-flow-row-dense gap-3 sm:grid-cols-2 2xl:grid-cols-3">
        {seasons.map(season => {
          const number = season.season_number
          return (
            <li key={number} className="contents">
              <SeasonCard
                show_id={show.id}
                season={season}
                mark={mark?.(number)}
                open={open === number}
                panel={`${id}-${number}`}
                onToggle={() => setOpen(open === number ? null : number)}
              />
              <div id={`${id}-${number}`} hidden={open !== number} className="col-span-full">
                {open === number && <EpisodeList show_id={show.id} season={season} actions={actions} />}
              </div>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

interface SeasonCardProps {
  show_id: number
  season: Season
  mark: ReactNode
  open: boolean
  /** The id of the element it expands. */
  panel: string
  onToggle: () => void
}

function SeasonCard({ show_id, season, mark, open, panel, onToggle }: SeasonCardProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const sources = useSources()
  const now = useNow(60_000)
  const { air_date } = season
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={panel}
      onClick={onToggle}
      className={cx(
        'flex items-center gap-4 overflow-hidden rounded-card border bg-surface pe-4 text-start transition-colors hover:border-edge',
        open ? 'border-edge' : 'border-line',
      )}
    >
      <Picture
        alt=""
        tint={tintOf(show_id + season.season_number)}
        className="min-h-27 w-18 shrink-0 self-stretch"
        fallback={<span aria-hidden>{season.season_number || '★'}</span>}
        {...sources(season.poster_path, 'poster', 'season')}
      />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-2 font-medium wrap-anywhere">{season.name}</span>
        <span className="text-sm text-muted">{t('discover.episodes', { count: season.episode_count })}</span>
        {isDay(air_date) && (
          <span className="text-sm text-muted">
            {Date.parse(air_date) > now
              ? t('discover.airs', { date: format.date(noonOf(air_date)) })
              : t('discover.aired', { date: format.date(noonOf(air_date)) })}
          </span>
        )}
        {mark}
      </span>
      <ChevronDown
        aria-hidden
        className={cx('size-5 shrink-0 text-muted transition-transform', open && 'rotate-180')}
      />
    </button>
  )
}
