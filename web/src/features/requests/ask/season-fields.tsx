import { SEASON_SCOPES } from '@foyer/contract/requests/requests'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import { ChipChoice } from '#ui/chip-choice.tsx'
import { type Draft, type SeasonChoice, seasonsOf } from './season-choice.ts'
import { SeasonPicker } from './season-picker.tsx'

interface SeasonFieldsProps {
  seasons: readonly SeasonChoice[]
  draft: Pick<Draft, 'scope' | 'seasons'>
  /** The preset as resolved by the server; the page's own guess until then. */
  resolved?: readonly number[] | undefined
  onChange: (change: Pick<Draft, 'scope' | 'seasons'>) => void
}

/** Presets on top, their seasons below; changing a season switches to a manual choice. */
export function SeasonFields({ seasons, draft, resolved, onChange }: SeasonFieldsProps) {
  const { t } = useTranslation()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const meant = resolved ?? seasonsOf(draft.scope, seasons, today)
  const shown = draft.scope === 'some' ? draft.seasons : meant
  // With a single season, first, latest and all are the same.
  const same = seasons.length === 1 && draft.scope !== 'pilot' && shown.length > 0
  const scopes = seasons.length > 1 ? SEASON_SCOPES : (['all', 'pilot'] as const)
  return (
    <div className="flex flex-col gap-3">
      <ChipChoice
        label={t('requests.seasons')}
        value={same ? 'all' : draft.scope}
        onChange={scope => onChange({ scope, seasons: scope === 'some' ? shown : [] })}
        choices={[...scopes, ...(seasons.length > 1 ? (['some'] as const) : [])].map(scope => ({
          value: scope,
          label: t(`requests.scope.${scope}`),
        }))}
      />
      {seasons.length > 0 && draft.scope !== 'pilot' && (
        <SeasonPicker
          label={t('requests.scope.some')}
          seasons={seasons}
          chosen={shown}
          onChange={chosen => onChange({ scope: 'some', seasons: chosen })}
        />
      )}
      {draft.scope === 'pilot' && <p className="text-sm text-muted">{t('requests.pilot_text')}</p>}
    </div>
  )
}
