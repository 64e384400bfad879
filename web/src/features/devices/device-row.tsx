import type { SessionOfAnybody } from '@foyer/contract/operations/sessions'
import Bot from 'lucide-react/icons/bot'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceText } from '#lib/device-text.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { Notice } from '#ui/notice.tsx'
import { useEndDevice } from './api.ts'

interface DeviceRowProps {
  device: SessionOfAnybody
  /** For lists with devices of several people. */
  with_name: boolean
}

export function DeviceRow({ device, with_name }: DeviceRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const revoke = useEndDevice()
  const [confirming, setConfirming] = useState(false)
  const { current: is_here } = device
  const name = deviceText(t, device.name)
  return (
    <li className="flex flex-col gap-3 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <IconTile tone="neutral">{device.kind === 'tool' ? <Bot /> : <MonitorSmartphone />}</IconTile>
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
            <span className="line-clamp-2 wrap-anywhere">{name}</span>
            {is_here && <Badge tone="ok">{t('devices.here')}</Badge>}
            {device.kind === 'tool' && <Badge tone="info">{t('devices.tool')}</Badge>}
          </span>
          <span className="text-sm text-muted">
            {with_name && <span className="wrap-anywhere">{device.username} · </span>}
            <time dateTime={device.last_used_at} title={format.dateTime(device.last_used_at)}>
              {t('devices.seen', { when: format.relative(device.last_used_at, now) })}
            </time>
            <span className="max-sm:hidden">
              {' · '}
              {t('devices.since', { date: format.date(device.created_at) })}
            </span>
          </span>
        </div>
        <Button
          size="sm"
          aria-label={t('devices.revoke_this', { device: name, name: device.username })}
          onClick={() => setConfirming(true)}
        >
          {t('devices.revoke')}
        </Button>
      </div>
      {revoke.error && <Notice tone="danger">{errorText(t, revoke.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('devices.revoke_title', { device: name })}
        confirmLabel={t('devices.revoke')}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate(device.id, { onSettled: () => setConfirming(false) })}
      >
        {is_here ? t('devices.revoke_here') : t('devices.revoke_text', { name: device.username })}
      </Confirm>
    </li>
  )
}
