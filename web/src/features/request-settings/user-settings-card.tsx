import type { RequestSettings, QualityProfile, UserRequestSettings } from '@foyer/contract/request-settings'
import { SEASON_SCOPES } from '@foyer/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { ChoicesSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Select } from '#ui/select.tsx'
import { requestSettingsQuery, useChangeUserSettings, userSettingsQuery } from './api.ts'
import { profileChoices } from './profile-choices.ts'

interface UserSettingsCardProps {
  user: { id: number; username: string; role: 'admin' | 'user'; child: boolean }
}

/** One person's rules, which replace the server's. */
export function UserSettingsCard({ user }: UserSettingsCardProps) {
  const { t } = useTranslation()
  const own = useQuery(userSettingsQuery(user.id))
  const server = useQuery(requestSettingsQuery())
  const failed = own.error && !own.data ? own : server.error && !server.data ? server : null
  const is_admin = user.role === 'admin'
  return (
    <SectionCard
      title={t('request_settings.user_title')}
      text={is_admin ? t('request_settings.user_admin') : t('request_settings.user_text')}
    >
      {!is_admin && failed && <ReadFailure of={failed} compact />}
      {!is_admin && !failed && !(own.data && server.data) && <ChoicesSkeleton fields={6} />}
      {!is_admin && own.data && server.data && <UserFields user={user} own={own.data} {...server.data} />}
    </SectionCard>
  )
}

interface UserFieldsProps extends UserSettingsCardProps {
  own: UserRequestSettings
  settings: RequestSettings
  movie_profiles: readonly QualityProfile[]
  tv_profiles: readonly QualityProfile[]
}

function UserFields({ user, own: saved, settings, movie_profiles, tv_profiles }: UserFieldsProps) {
  const { t } = useTranslation()
  const change = useChangeUserSettings(user.id)
  const own = change.isPending ? { ...saved, ...change.variables } : saved
  const yesNo = (value: boolean) => (value ? t('request_settings.yes') : t('request_settings.no'))
  const inherit = (what: string) => t('request_settings.inherit', { what })
  // A kids account needs approval unless it is turned off for that person (1/4.7).
  const approval = settings.require_approval || user.child

  function triple(name: 'require_approval' | 'allow_season_choice' | 'allow_quality_choice', usual: boolean) {
    return (
      <Field label={t(`request_settings.${name}`)}>
        {wiring => (
          <Select
            {...wiring}
            value={own[name] === null ? '' : own[name] ? 'yes' : 'no'}
            onChange={value => change.mutate({ [name]: value === '' ? null : value === 'yes' })}
            choices={[
              { value: '', label: inherit(yesNo(usual)) },
              { value: 'yes', label: yesNo(true) },
              { value: 'no', label: yesNo(false) },
            ]}
          />
        )}
      </Field>
    )
  }

  function quality(name: 'quality_profile_movie' | 'quality_profile_tv', usual: number) {
    const is_movie = name === 'quality_profile_movie'
    const profiles = is_movie ? movie_profiles : tv_profiles
    const choices = profileChoices(t, profiles, own[name] ?? 0)
    const inherited = profileChoices(t, profiles, usual).find(({ value }) => value === String(usual))
    return (
      <Field
        label={t(is_movie ? 'request_settings.default_quality_movie' : 'request_settings.default_quality_tv')}
        hint={profiles.length === 0 ? t('request_settings.no_profiles') : undefined}
      >
        {wiring => (
          <Select
            {...wiring}
            value={own[name] === null ? '' : String(own[name])}
            disabled={profiles.length === 0}
            onChange={value => change.mutate({ [name]: value === '' ? null : Number(value) })}
            choices={[{ value: '', label: inherit(inherited?.label ?? '') }, ...choices]}
          />
        )}
      </Field>
    )
  }

  return (
    <div className="flex flex-col gap-5">
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      {triple('require_approval', approval)}
      {triple('allow_season_choice', settings.allow_season_choice)}
      <Field label={t('request_settings.default_season_scope')}>
        {wiring => (
          <Select
            {...wiring}
            value={own.season_scope ?? ''}
            onChange={value => change.mutate({ season_scope: value === '' ? null : value })}
            choices={[
              { value: '' as const, label: inherit(t(`requests.scope.${settings.default_season_scope}`)) },
              ...SEASON_SCOPES.map(scope => ({ value: scope, label: t(`requests.scope.${scope}`) })),
            ]}
          />
        )}
      </Field>
      {triple('allow_quality_choice', settings.allow_quality_choice)}
      {quality('quality_profile_movie', settings.default_quality_movie)}
      {quality('quality_profile_tv', settings.default_quality_tv)}
      <SavedMark shown={change.isSuccess} />
    </div>
  )
}
