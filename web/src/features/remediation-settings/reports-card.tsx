import type { RemediationSettings } from '@foyer/contract/remediation/remediation'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useChangeRemediation } from './api.ts'

/** Independent of the agent (2/4.9). */
export function ReportsCard({ settings: saved }: { settings: RemediationSettings }) {
  const { t } = useTranslation()
  const change = useChangeRemediation()
  // A switch moves when pressed, and back if the server refuses.
  const settings = change.isPending ? { ...saved, ...change.variables } : saved
  return (
    <SectionCard
      title={t('remediation_settings.reports.title')}
      text={t('remediation_settings.reports.text')}
      action={<SavedMark shown={change.isSuccess} />}
    >
      <div className="flex flex-col gap-5">
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        <div className="-my-2 flex flex-col divide-y divide-line *:py-3">
          <Switch
            label={t('remediation_settings.reports.allow')}
            hint={t('remediation_settings.reports.allow_hint')}
            checked={settings.allow_reporting}
            onChange={allow_reporting => change.mutate({ allow_reporting })}
          />
          <Switch
            label={t('remediation_settings.reports.read')}
            hint={t('remediation_settings.reports.read_hint')}
            checked={settings.mark_resolved_as_read}
            onChange={mark_resolved_as_read => change.mutate({ mark_resolved_as_read })}
          />
        </div>
      </div>
    </SectionCard>
  )
}
