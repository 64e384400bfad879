import type { OwnDevice } from '@foyer/contract/sessions/own-devices'
import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceText } from '#lib/device-text.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { useEndDevice } from './api.ts'

interface OwnDeviceRowProps {
  device: OwnDevice
  onSignOut: () => Promise<void>
}

export function OwnDeviceRow({ device, onSignOut }: OwnDeviceRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const end = useEndDevice()
  const [confirming, setConfirming] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const { id, current, kind, last_used_at } = device
  const name = deviceText(t, device.name)

  function confirm() {
    if (!current) return end.mutate(id, { onSettled: () => setConfirming(false) })
    setLeaving(true)
    void onSignOut()
  }

  return (
    <li className="flex flex-col gap-2 py-2">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span className="wrap-anywhere">{name}</span>
            {current && <Badge tone="ok">{t('own_devices.this')}</Badge>}
            {kind === 'tool' && <Badge tone="info">{t('own_devices.tool')}</Badge>}
          </span>
          <time className="text-sm text-muted" dateTime={last_used_at} title={format.dateTime(last_used_at)}>
            {t('own_devices.used', { when: format.relative(last_used_at, now) })}
          </time>
        </div>
        <Button
          size="sm"
          icon={current && <LogOut aria-hidden />}
          {...(!current && { 'aria-label': t('own_devices.end_this', { device: name }) })}
          onClick={() => setConfirming(true)}
        >
          {t('sessions.account.sign_out')}
        </Button>
      </div>
      {end.error && <Notice tone="danger">{errorText(t, end.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={current ? t('sessions.account.sign_out_title') : t('own_devices.end_title', { device: name })}
        confirmLabel={t('sessions.account.sign_out')}
        {...(current && { tone: 'primary' as const })}
        loading={end.isPending || leaving}
        onConfirm={confirm}
      >
        {current ? t('sessions.account.sign_out_text') : t('own_devices.end_text')}
      </Confirm>
    </li>
  )
}
