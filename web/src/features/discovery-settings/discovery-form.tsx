import { type DiscoverySettings } from '@foyer/contract/app-config'
import { MEDIA_TYPES, type MediaType } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeDiscovery } from './api.ts'
import { tabEffect } from './hidden-tab.ts'

interface DiscoveryFormProps {
  settings: DiscoverySettings
  /** Media types with a library; undefined while unknown. */
  connected: readonly MediaType[] | undefined
}

/** The discovery settings. Every change is saved immediately. */
export function DiscoveryForm({ settings, connected }: DiscoveryFormProps) {
  return (
    <>
      <SourceCard settings={settings} />
      <LanguageCard settings={settings} />
      <TabsCard settings={settings} connected={connected} />
    </>
  )
}

function SourceCard({ settings }: { settings: DiscoverySettings }) {
  const { t } = useTranslation()
  const change = useChangeDiscovery()
  return (
    <SectionCard title={t('discovery_settings.source_title')} text={t('discovery_settings.source_text')}>
      <div className="flex flex-col gap-4">
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        {!settings.source_saved && (
          <Notice>
            {t('discovery_settings.automatic', { source: t(`discovery_settings.source.${settings.source}`) })}
          </Notice>
        )}
        <RadioGroup
          label={t('discovery_settings.source_label')}
          value={settings.source}
          onChange={source => change.mutate({ source })}
          choices={settings.sources.map(source => ({
            value: source,
            label: t(`discovery_settings.source.${source}`),
            hint:
              source === 'listsrc_trending' && !settings.list_provider_configured
                ? t('discovery_settings.needs_trakt')
                : t(`discovery_settings.source_hint.${source}`),
          }))}
        />
        <SavedMark shown={change.isSuccess} />
      </div>
    </SectionCard>
  )
}

function LanguageCard({ settings }: { settings: DiscoverySettings }) {
  const { t } = useTranslation()
  const change = useChangeDiscovery()
  return (
    <SectionCard title={t('discovery_settings.language_title')}>
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      <Switch
        label={t('discovery_settings.english_only')}
        hint={t('discovery_settings.english_only_hint')}
        checked={settings.english_only}
        onChange={english_only => change.mutate({ english_only })}
      />
      <SavedMark shown={change.isSuccess} />
    </SectionCard>
  )
}

function TabsCard({ settings, connected }: DiscoveryFormProps) {
  const { t } = useTranslation()
  const change = useChangeDiscovery()
  const effectOf = (type: MediaType) =>
    tabEffect({ hide_when_unused: settings.hidden_when_unconfigured[type], connected }, type)
  function words(type: MediaType): string {
    const effect = effectOf(type)
    if (effect === 'shown_connected') return t(`discovery_settings.connected.${type}`)
    return t(`discovery_settings.effect.${effect}`)
  }
  return (
    <SectionCard title={t('discovery_settings.tabs_title')} text={t('discovery_settings.tabs_text')}>
      {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
      <div className="flex flex-col divide-y divide-line">
        {MEDIA_TYPES.map(type => (
          <Switch
            key={type}
            label={t(`discovery_settings.hide.${type}`)}
            hint={words(type)}
            checked={settings.hidden_when_unconfigured[type]}
            disabled={effectOf(type) === 'shown_connected'}
            onChange={hide => change.mutate({ hidden_when_unconfigured: { [type]: hide } })}
          />
        ))}
      </div>
      <SavedMark shown={change.isSuccess} />
    </SectionCard>
  )
}
