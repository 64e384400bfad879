import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownDevicesQuery, useEndOtherDevices } from './api.ts'
import { OwnDeviceRow } from './own-device-row.tsx'

interface OwnDevicesCardProps {
  /** Signs out this device. */
  onSignOut: () => Promise<void>
}

/** The reader's signed-in devices, and how to sign out there (C68). */
export function OwnDevicesCard({ onSignOut }: OwnDevicesCardProps) {
  const { t } = useTranslation()
  const read = useQuery(ownDevicesQuery())
  const { data, error } = read
  const endOthers = useEndOtherDevices()
  const [confirming, setConfirming] = useState(false)
  const others = data?.filter(device => !device.current).length ?? 0
  return (
    <SectionCard title={t('own_devices.title')} text={t('own_devices.text')}>
      {!data && !error && <Skeleton className="h-16 w-full" />}
      {!data && error && (
        <>
          <ReadFailure of={read} compact title={t('own_devices.unreadable')} />
          {/* Signing out must always work, even if the server refuses. */}
          <Button className="mt-4" onClick={() => void onSignOut()}>
            {t('sessions.account.sign_out')}
          </Button>
        </>
      )}
      {data && (
        <ul aria-label={t('own_devices.title')} className="divide-y divide-line">
          {data.map(device => (
            <OwnDeviceRow key={device.id} device={device} onSignOut={onSignOut} />
          ))}
        </ul>
      )}
      {others > 0 && (
        <Button className="mt-4" onClick={() => setConfirming(true)}>
          {t('own_devices.end_others')}
        </Button>
      )}
      {endOthers.error && <Notice tone="danger">{errorText(t, endOthers.error)}</Notice>}
      <Confirm
        open={confirming}
        onOpenChange={setConfirming}
        title={t('own_devices.end_others_title', { count: others })}
        confirmLabel={t('own_devices.end_others')}
        loading={endOthers.isPending}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setConfirming(false) })}
      >
        {t('own_devices.end_others_text')}
      </Confirm>
    </SectionCard>
  )
}
