import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isLanguage, LANGUAGES, setLanguage } from '#lib/i18n.ts'
import { SectionCard } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { singleKeys } from './single-keys.ts'
import { ThemeChoice } from './theme-choice.tsx'

/** Theme, language and shortcuts: stored in this browser, applied immediately. */
export function PreferencesCard() {
  const { t, i18n } = useTranslation()
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get)
  const languages = Object.keys(LANGUAGES).filter(isLanguage)
  return (
    <SectionCard title={t('shell.preferences.title')} text={t('shell.preferences.text')}>
      <div className="flex flex-col gap-5">
        <ThemeChoice />
        <Field label={t('shell.preferences.language')}>
          {wiring => (
            <Select
              {...wiring}
              value={isLanguage(i18n.language) ? i18n.language : 'en'}
              onChange={language => void setLanguage(language)}
              choices={languages.map(one => ({ value: one, label: LANGUAGES[one].name }))}
            />
          )}
        </Field>
        <Switch
          label={t('shell.preferences.keys')}
          hint={t('shell.preferences.keys_hint')}
          checked={keys === 'on'}
          onChange={on => singleKeys.set(on ? 'on' : 'off')}
        />
      </div>
    </SectionCard>
  )
}
