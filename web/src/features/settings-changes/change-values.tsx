import type { SettingsChangeDetail } from '@foyer/contract/tool-access/settings-changes'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { upstreamSentence } from '#lib/upstream-sentence.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Table } from '#ui/table.tsx'
import settings_changes from '#locales/en/settings-changes.json'
import { readableValue } from './readable-value.ts'

type Entry = SettingsChangeDetail['changes'][number]

const TONES: Record<NonNullable<Entry['current_state']>, Tone> = {
  as_before: 'neutral',
  as_recorded: 'ok',
  different: 'warn',
  missing: 'danger',
}
const STATUS_TONES = { matches_applied: 'ok', different: 'warn', unavailable: 'warn' } as const

/** Each changed setting: before, as recorded, and as the library says now. */
export function ChangeValues({ change }: { change: SettingsChangeDetail }) {
  const { t } = useTranslation()
  const { changes, current_status, current_error, recorded_label } = change
  const names = {
    name: change.resource_name,
    library: change.instance_name,
    product: PRODUCT_NAMES[change.service_type],
  }
  return (
    <Section title={t('settings_changes.values')}>
      <Notice tone={STATUS_TONES[current_status]}>
        {t(`settings_changes.current.${current_status}`, names)}
        {current_error && ` ${upstreamSentence(t, current_error)}`}
      </Notice>
      <Table
        caption={t('settings_changes.values_text', names)}
        rows={changes}
        rowKey={({ key }) => key}
        columns={[
          { key: 'setting', header: t('settings_changes.setting'), cell: labelCell },
          { key: 'before', header: t('settings_changes.before'), cell: beforeCell },
          { key: 'recorded', header: t(`settings_changes.recorded.${recorded_label}`), cell: recordedCell },
          { key: 'now', header: t('settings_changes.now'), cell: currentCell },
        ]}
      />
    </Section>
  )
}

const labelCell = (entry: Entry) => <Label entry={entry} />
const beforeCell = ({ before }: Entry) => <Shown value={before} />
const recordedCell = ({ after }: Entry) => <Shown value={after} />
const currentCell = (entry: Entry) => <Current entry={entry} />

function isNamed(key: string): key is keyof typeof settings_changes.setting_names {
  return Object.hasOwn(settings_changes.setting_names, key)
}

/** The names of custom formats are the library's own. */
function Label({ entry: { key, label } }: { entry: Entry }) {
  const { t } = useTranslation()
  return (
    <span className="wrap-anywhere">{isNamed(key) ? t(`settings_changes.setting_names.${key}`) : label}</span>
  )
}

function Current({ entry: { current, current_state } }: { entry: Entry }) {
  const { t } = useTranslation()
  if (!current_state) return <span className="text-muted">{t('settings_changes.unknown')}</span>
  return (
    <span className="inline-flex flex-col items-end gap-1 py-2 sm:items-start">
      {current !== undefined && current_state !== 'missing' && <Shown value={current} />}
      <Badge tone={TONES[current_state]}>{t(`settings_changes.state.${current_state}`)}</Badge>
    </span>
  )
}

function Shown({ value }: { value: Entry['before'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className="block wrap-anywhere whitespace-pre-line">
      {readableValue(value, {
        none: t('settings_changes.value.none'),
        empty: t('settings_changes.value.empty'),
        on: t('settings_changes.value.on'),
        off: t('settings_changes.value.off'),
        number: format.number,
      })}
    </span>
  )
}
