import { useTranslation } from 'react-i18next'
import { episodeName, seasonName } from '#lib/season-name.ts'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'

/** A season, an episode of it, or neither for the whole show. */
export interface ShowPart {
  season_number?: number | undefined
  episode_number?: number | undefined
}

interface PartFieldsProps {
  value: ShowPart
  onChange: (part: ShowPart) => void
  seasons: readonly { season_number: number; name: string }[]
  seasons_failed: boolean
  /** The episodes of the chosen season; undefined while loading. */
  episodes: readonly { episode_number: number; name: string }[] | undefined
  episodes_failed: boolean
}

/** Which part of a show is affected. */
export function PartFields(props: PartFieldsProps) {
  const { value, onChange, seasons, seasons_failed, episodes, episodes_failed } = props
  const { t } = useTranslation()
  const { season_number, episode_number } = value
  const numberOf = (chosen: string) => (chosen === '' ? undefined : Number(chosen))
  // A chosen episode stays selectable while the list is loading.
  const listed = episodes ?? (episode_number === undefined ? [] : [{ episode_number, name: '' }])
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
      <Field
        label={t('issues.sheet.season')}
        hint={seasons_failed ? t('issues.sheet.seasons_unread') : undefined}
      >
        {wiring => (
          <Select
            {...wiring}
            value={String(season_number ?? '')}
            onChange={chosen => onChange({ season_number: numberOf(chosen) })}
            choices={[
              { value: '', label: t('issues.sheet.whole_show') },
              ...seasons.map(season => ({
                value: String(season.season_number),
                label: seasonName(t, season),
              })),
            ]}
          />
        )}
      </Field>
      <Field
        label={t('issues.sheet.episode')}
        hint={episodes_failed ? t('issues.sheet.episodes_unread') : undefined}
      >
        {wiring => (
          <Select
            {...wiring}
            disabled={season_number === undefined}
            value={String(episode_number ?? '')}
            onChange={chosen => onChange({ season_number, episode_number: numberOf(chosen) })}
            choices={[
              {
                value: '',
                label:
                  season_number === undefined
                    ? t('issues.sheet.all_episodes')
                    : t('issues.sheet.whole_season'),
              },
              ...listed.map(episode => ({
                value: String(episode.episode_number),
                label: t('issues.part.numbered', {
                  number: episode.episode_number,
                  name: episode.name && episodeName(t, episode),
                }).trim(),
              })),
            ]}
          />
        )}
      </Field>
    </div>
  )
}
