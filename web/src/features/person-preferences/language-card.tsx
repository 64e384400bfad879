import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { LANGUAGES } from '#lib/languages.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { type Choice, Select } from '#ui/select.tsx'
import { preferencesQuery, useSavePreferences } from './api.ts'
import { otherLanguages } from './language-names.ts'
import { zonesWith } from './zones.ts'

/** The language and time zone of the account (C58). A choice is saved as soon as it is made. */
export function LanguageCard() {
  const { t } = useTranslation()
  const read = useQuery(preferencesQuery())
  const { data, error } = read
  const save = useSavePreferences()
  const shown = { ...data, ...(save.isPending && save.variables) }
  const languages = useLanguageChoices(shown.language ?? '')
  const zones = useZoneChoices(shown.timezone ?? '')
  return (
    <SectionCard
      title={t('preferences.title')}
      text={t('preferences.text')}
      action={<SavedMark shown={save.isSuccess} />}
    >
      {data ? (
        <div className="flex flex-col gap-5">
          {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
          <Field label={t('preferences.language')} hint={t('preferences.language_hint')}>
            {wiring => (
              <Select
                {...wiring}
                value={shown.language ?? ''}
                onChange={language => save.mutate({ language })}
                choices={languages}
              />
            )}
          </Field>
          <Field label={t('preferences.timezone')} hint={t('preferences.timezone_hint')}>
            {wiring => (
              <Select
                {...wiring}
                value={shown.timezone ?? ''}
                onChange={timezone => save.mutate({ timezone })}
                choices={zones}
              />
            )}
          </Field>
        </div>
      ) : error ? (
        <ReadFailure of={read} compact />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </SectionCard>
  )
}

/** The languages of the pages first, then all others. */
function useLanguageChoices(stored: string): Choice[] {
  const { t, i18n } = useTranslation()
  return useMemo(
    () => [
      { value: '', label: t('preferences.automatic') },
      ...LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name })),
      ...otherLanguages(i18n.language, stored).map(({ tag, name, has_pages }) => ({
        value: tag,
        label: has_pages ? name : t('preferences.titles_only', { language: name }),
      })),
    ],
    [t, i18n.language, stored],
  )
}

function useZoneChoices(stored: string): Choice[] {
  const { t } = useTranslation()
  return useMemo(
    () => [
      { value: '', label: t('preferences.automatic') },
      ...zonesWith(stored, Intl.supportedValuesOf('timeZone')).map(zone => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      })),
    ],
    [t, stored],
  )
}
