import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '#ui/badge.tsx'

const TONES: Record<SettingsChange['status'], Tone> = {
  executing: 'info',
  applied: 'ok',
  failed: 'danger',
  outcome_unknown: 'warn',
}

export function ChangeBadge({ status }: Pick<SettingsChange, 'status'>) {
  const { t } = useTranslation()
  return <Badge tone={TONES[status]}>{t(`settings_changes.status.${status}`)}</Badge>
}
