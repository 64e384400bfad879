import type { TvDetail } from '@foyer/contract/media-details'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Picture } from '#ui/picture.tsx'
import { Section } from '#ui/section.tsx'
import { useSources } from './image-base.ts'
import { tintOf } from './images.ts'
import { isDay, noonOf } from './title-facts.ts'

/** Seasons in order, specials last. */
export function SeasonList({ show }: { show: TvDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const sources = useSources()
  const now = useNow(60_000)
  const seasons = (show.seasons ?? []).toSorted(
    (a, b) => (a.season_number || Infinity) - (b.season_number || Infinity),
  )
  if (seasons.length === 0) return null
  return (
    <Section title={t('discover.seasons')}>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {seasons.map(season => (
          <li
            key={season.season_number}
            className="flex items-center gap-4 overflow-hidden rounded-card border border-line bg-surface pe-4"
          >
            <Picture
              alt=""
              tint={tintOf(show.id + season.season_number)}
              className="aspect-2/3 w-18 shrink-0"
              fallback={<span aria-hidden>{season.season_number || '★'}</span>}
              {...sources(season.poster_path, 'poster', 'season')}
            />
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-medium">{season.name}</span>
              <span className="text-sm text-muted">
                {t('discover.episodes', { count: season.episode_count })}
              </span>
              {isDay(season.air_date) && (
                <span className="text-sm text-muted">
                  {Date.parse(season.air_date) > now
                    ? t('discover.airs', { date: format.date(noonOf(season.air_date)) })
                    : t('discover.aired', { date: format.date(noonOf(season.air_date)) })}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
