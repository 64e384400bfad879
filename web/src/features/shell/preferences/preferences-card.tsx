import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { Switch } from '#ui/switch.tsx'
import { singleKeys } from '../keys/single-keys.ts'
import { ThemeChoice } from './theme-choice.tsx'

/** Theme and shortcuts: stored in this browser, applied immediately. */
export function PreferencesCard() {
  const { t } = useTranslation()
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get)
  return (
    <SectionCard title={t('shell.preferences.title')} text={t('shell.preferences.text')}>
      <div className="flex flex-col gap-5">
        <ThemeChoice />
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
