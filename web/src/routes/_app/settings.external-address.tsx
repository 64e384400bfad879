import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ExternalAddressForm } from '#features/app-config/external-address-form.tsx'
import { baseUrl } from '#lib/base-url.ts'
import { externalAddressQuery } from '#lib/external-address.ts'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Card } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/external-address')({
  loader: () => requirePermission('users:manage'),
  component: ExternalAddress,
})

function ExternalAddress() {
  const { t } = useTranslation()
  const read = useQuery(externalAddressQuery())
  const { data, error } = read
  return (
    <SettingsPage title={t('settings.external_address.title')} text={t('settings.external_address.text')}>
      {data ? (
        <ExternalAddressForm external_url={data.external_url} here={baseUrl().replace(/\/$/, '')} />
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Card>
          <FormSkeleton fields={1} />
        </Card>
      )}
    </SettingsPage>
  )
}
