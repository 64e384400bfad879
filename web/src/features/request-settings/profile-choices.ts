import type { QualityProfile } from '@foyer/contract/request-settings'
import type { TFunction } from 'i18next'
import type { Choice } from '#ui/select.tsx'

/** All profiles of the manager, the first one labelled as such, and a saved one that no longer exists. */
export function profileChoices(t: TFunction, profiles: readonly QualityProfile[], value: number): Choice[] {
  const first = profiles[0]
  const gone = value !== 0 && !profiles.some(({ id }) => id === value)
  return [
    {
      value: '0',
      label: first
        ? t('request_settings.first_profile', { name: first.name })
        : t('request_settings.first_unknown'),
    },
    ...profiles.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(gone ? [{ value: String(value), label: t('request_settings.gone_profile', { id: value }) }] : []),
  ]
}
