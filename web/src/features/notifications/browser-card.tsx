import { useTranslation } from 'react-i18next'
import { SectionCard } from '#ui/card.tsx'
import { BrowserList } from './browser-list.tsx'
import { HereSwitch } from './here-switch.tsx'
import { TestRow } from './test-row.tsx'

/** Where notifications go: this browser, the others, and whether they arrive. */
export function BrowserCard({ device_id }: { device_id: string }) {
  const { t } = useTranslation()
  return (
    <SectionCard title={t('notifications.browser.title')} text={t('notifications.browser.text')}>
      <div className="flex flex-col gap-5">
        <HereSwitch device_id={device_id} />
        <BrowserList here_id={device_id} />
        <TestRow />
      </div>
    </SectionCard>
  )
}
