import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#features/devices/api.ts'
import { DeviceList } from '#features/devices/device-list.tsx'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/users/devices')({
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(devicesQuery()),
  component: Devices,
})

function Devices() {
  const { t } = useTranslation()
  usePageTitle(t('devices.title'))
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/users">{t('users.title')}</BackLink>}
        title={t('devices.title')}
        text={t('devices.text')}
      />
      <DeviceList />
    </Page>
  )
}
