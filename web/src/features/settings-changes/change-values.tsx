import type { SettingsChangeDetail } from '@foyer/contract/tool-access/settings-changes'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Badge, type Tone } from '#ui/badge.tsx'
import { Notice } from '#ui/notice.tsx'
import { Section } from '#ui/section.tsx'
import { Table } from '#ui/table.tsx'
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
        {current_error && ` ${current_error}`}
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

const labelCell = ({ label }: Entry) => <span className="wrap-anywhere">{label}</span>
const beforeCell = ({ before }: Entry) => <Shown value={before} />
const recordedCell = ({ after }: Entry) => <Shown value={after} />
const currentCell = (entry: Entry) => <Current entry={entry} />

function Current({ entry: { current, current_state } }: { entry: Entry }) {
  const { t } = useTranslation()
  if (!current_state) return <span className="text-muted">{t('settings_changes.unknown')}</span>
  return (
    <span className="inline-flex flex-col items-end gap-1 sm:items-start">
      {current !== undefined && current_state !== 'missing' && <Shown value={current} />}
      <Badge tone={TONES[current_state]}>{t(`settings_changes.state.${current_state}`)}</Badge>
    </span>
  )
}

function Shown({ value }: { value: Entry['before'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <span className="block py-2 wrap-anywhere whitespace-pre-line">
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
