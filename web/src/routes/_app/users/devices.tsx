import { createFileRoute } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#features/devices/api.ts'
import { DeviceList } from '#features/devices/device-list.tsx'
import { ButtonLink } from '#lib/link.tsx'
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
        back={
          <ButtonLink
            to="/users"
            variant="ghost"
            className="-ms-3 self-start"
            icon={<ArrowLeft aria-hidden className="rtl:-scale-x-100" />}
          >
            {t('users.title')}
          </ButtonLink>
        }
        title={t('devices.title')}
        text={t('devices.text')}
      />
      <DeviceList />
    </Page>
  )
}
