import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { ThisBrowserSwitch } from './this-browser-switch.tsx'
import { ReceiverList } from './receiver-list.tsx'
import { TestRow } from './send-test-row.tsx'

/** The devices notifications go to: this browser and others, and whether they arrive. */
export function ReceiversCard({ device_id }: { device_id: string }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('notifications.browser.title')} text={t('notifications.browser.text')}>
      <div className="flex flex-col gap-5">
        <ThisBrowserSwitch device_id={device_id} />
        <ReceiverList here_id={device_id} />
        <TestRow />
      </div>
    </SectionCard>
  )
}
