import type { SettingsChange, SettingsChangeDetail } from '@foyer/contract/tool-access/settings-changes'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { upstreamText } from '#lib/upstream-sentence.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRestore } from './api.ts'
import { refusedReason, whyNotRestorable } from './restore-rules.ts'

interface RestoreCardProps {
  change: SettingsChangeDetail
  onRestored: (restore: SettingsChange) => void
}

/** Puts a quality profile back to how it was before a change, once; or says why that is not possible. */
export function RestoreCard({ change, onRestored }: RestoreCardProps) {
  const { t } = useTranslation()
  const restore = useRestore()
  const [confirming, setConfirming] = useState(false)
  const reason = refusedReason(restore.error) ?? whyNotRestorable(change)
  const names = { name: change.resource_name, library: change.instance_name }
  return (
    <>
      <SectionCard
        title={t('settings_changes.restore.title')}
        text={!reason && t('settings_changes.restore.text', names)}
        action={
          !reason && (
            <Button icon={<RotateCcw aria-hidden />} onClick={() => setConfirming(true)}>
              {t('settings_changes.restore.button')}
            </Button>
          )
        }
      >
        {reason ? (
          <Notice tone={restore.error ? 'danger' : 'info'} title={t('settings_changes.restore.not')}>
            {t(`settings_changes.restore.reason.${reason}`)}
          </Notice>
        ) : (
          restore.error && <Notice tone="danger">{upstreamText(t, restore.error)}</Notice>
        )}
      </SectionCard>
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('settings_changes.restore.confirm_title', names)}
        confirmLabel={t('settings_changes.restore.button')}
        tone="primary"
        loading={restore.isPending}
        onConfirm={() =>
          restore.mutate(change.id, { onSuccess: onRestored, onSettled: () => setConfirming(false) })
        }
      >
        {t('settings_changes.restore.confirm_text', names)}
      </Confirm>
    </>
  )
}
