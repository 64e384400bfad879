import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { accessSettingsQuery, useChangeAccessSettings } from './api.ts'

const CHOICES = ['ask', 'hide'] as const

/** What members without access to book or music libraries see. */
export function AccessSettingsCard() {
  const { t } = useTranslation()
  const read = useQuery(accessSettingsQuery())
  const { data, error } = read
  const change = useChangeAccessSettings()
  return (
    <SectionCard title={t('library_access.settings_title')}>
      {data ? (
        <RadioGroup
          label={t('library_access.settings_label')}
          value={data.without_access}
          onChange={without_access => change.mutate({ without_access })}
          choices={CHOICES.map(value => ({
            value,
            label: t(`library_access.settings.${value}`),
            hint: t(`library_access.settings_hint.${value}`),
          }))}
        />
      ) : error ? (
        <ReadFailure of={read} compact />
      ) : (
        <FormSkeleton fields={2} />
      )}
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      <SavedMark shown={change.isSuccess} />
    </SectionCard>
  )
}
