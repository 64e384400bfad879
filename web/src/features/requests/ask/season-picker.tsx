import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { seasonName } from '#lib/season-name.ts'
import { useNow } from '#lib/use-now.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { StatusLabel } from '#ui/status-label.tsx'
import type { SeasonChoice } from './season-choice.ts'

interface SeasonPickerProps {
  label: string
  seasons: readonly SeasonChoice[]
  chosen: readonly number[]
  /** Shows the seasons of a preset, read-only. */
  fixed?: boolean
  onChange: (chosen: readonly number[]) => void
}

/** All seasons with their status. */
export function SeasonPicker({ label, seasons, chosen, fixed = false, onChange }: SeasonPickerProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  function toggle(number: number) {
    onChange(chosen.includes(number) ? chosen.filter(one => one !== number) : [...chosen, number])
  }
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <ul className="divide-y divide-line rounded-control border border-line">
        {seasons.map(season => {
          const { season_number, status, settled, air_date } = season
          const starts = air_date && Date.parse(air_date) > now
          const word = status?.status
          return (
            <li key={season_number} className="flex items-center justify-between gap-3 px-3">
              <Checkbox
                label={seasonName(t, season)}
                hint={
                  starts
                    ? t('requests.starts', { date: format.date(air_date) })
                    : t('requests.episodes', { count: season.episode_count })
                }
                checked={!settled && chosen.includes(season_number)}
                disabled={fixed || settled}
                onChange={() => toggle(season_number)}
              />
              {status && word && word !== 'unavailable' && (
                <span className="max-w-[45%] shrink-0">
                  <StatusLabel
                    status={word}
                    {...(word === 'partial'
                      ? { have: status.episode_file_count, total: status.episode_count }
                      : {})}
                    {...(word === 'downloading' ? { share: status.progress / 100 } : {})}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
