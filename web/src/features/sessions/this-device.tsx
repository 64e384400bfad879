import LogOut from 'lucide-react/icons/log-out'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceName } from '#lib/device.ts'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Facts } from '#ui/facts.tsx'
import { signOut } from './api.ts'

export function ThisDevice({ device_id }: { device_id: string }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <SectionCard title={t('sessions.account.device_title')} text={t('sessions.account.device_text')}>
      <Facts
        facts={[
          [t('sessions.account.device_name'), deviceName(navigator.userAgent)],
          [
            t('sessions.account.device_id'),
            <code key="id" className="font-mono text-xs">
              {device_id}
            </code>,
          ],
        ]}
      />
      <Button className="mt-4" icon={<LogOut aria-hidden />} onClick={() => setAsking(true)}>
        {t('sessions.account.sign_out')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('sessions.account.sign_out_title')}
        confirmLabel={t('sessions.account.sign_out')}
        tone="primary"
        loading={leaving}
        onConfirm={() => {
          setLeaving(true)
          void signOut()
        }}
      >
        {t('sessions.account.sign_out_text')}
      </Confirm>
    </SectionCard>
  )
}
