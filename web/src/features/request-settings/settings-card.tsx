import { type RequestSettings, type QualityProfile } from '@foyer/contract/request-settings'
import { SEASON_SCOPES } from '@foyer/contract/requests/requests'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeSettings } from './api.ts'
import { profileChoices } from './profile-choices.ts'

interface SettingsCardProps {
  settings: RequestSettings
  movie_profiles: readonly QualityProfile[]
  tv_profiles: readonly QualityProfile[]
}

/** The request rules; changes apply immediately. */
export function SettingsCard({ settings: saved, movie_profiles, tv_profiles }: SettingsCardProps) {
  const { t } = useTranslation()
  const change = useChangeSettings()
  // A switch moves when pressed, and back if the server refuses.
  const settings = change.isPending ? { ...saved, ...change.variables } : saved
  const save = (body: Partial<RequestSettings>) => change.mutate(body)
  return (
    <SectionCard
      title={t('request_settings.title')}
      text={t('request_settings.text')}
      action={<SavedMark shown={change.isSuccess} />}
    >
      <div className="flex flex-col gap-5">
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        <div className="flex flex-col divide-y divide-line">
          <Switch
            label={t('request_settings.require_approval')}
            hint={t('request_settings.require_approval_hint')}
            checked={settings.require_approval}
            onChange={require_approval => save({ require_approval })}
          />
          <Switch
            label={t('request_settings.allow_season_choice')}
            hint={t('request_settings.allow_season_choice_hint')}
            checked={settings.allow_season_choice}
            onChange={allow_season_choice => save({ allow_season_choice })}
          />
          <Switch
            label={t('request_settings.allow_quality_choice')}
            hint={t('request_settings.allow_quality_choice_hint')}
            checked={settings.allow_quality_choice}
            onChange={allow_quality_choice => save({ allow_quality_choice })}
          />
        </div>
        <Field
          label={t('request_settings.default_season_scope')}
          hint={t('request_settings.default_season_scope_hint')}
        >
          {wiring => (
            <Select
              {...wiring}
              value={settings.default_season_scope}
              onChange={default_season_scope => save({ default_season_scope })}
              choices={SEASON_SCOPES.map(scope => ({ value: scope, label: t(`requests.scope.${scope}`) }))}
            />
          )}
        </Field>
        <QualityField
          label={t('request_settings.default_quality_movie')}
          value={settings.default_quality_movie}
          profiles={movie_profiles}
          onChange={default_quality_movie => save({ default_quality_movie })}
        />
        <QualityField
          label={t('request_settings.default_quality_tv')}
          value={settings.default_quality_tv}
          profiles={tv_profiles}
          onChange={default_quality_tv => save({ default_quality_tv })}
        />
      </div>
    </SectionCard>
  )
}

interface QualityFieldProps {
  label: string
  value: number
  profiles: readonly QualityProfile[]
  onChange: (id: number) => void
}

function QualityField({ label, value, profiles, onChange }: QualityFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} hint={profiles.length === 0 ? t('request_settings.no_profiles') : undefined}>
      {wiring => (
        <Select
          {...wiring}
          value={String(value)}
          disabled={profiles.length === 0}
          onChange={id => onChange(Number(id))}
          choices={profileChoices(t, profiles, value)}
        />
      )}
    </Field>
  )
}
