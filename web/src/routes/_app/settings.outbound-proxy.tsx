import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { outboundProxyQuery } from '#features/outbound-proxy/api.ts'
import { ProxyForm } from '#features/outbound-proxy/proxy-form.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Card } from '#ui/card.tsx'
import { FormSkeleton } from '#ui/form-skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/outbound-proxy')({
  loader: () => requirePermission('instances:manage'),
  component: Proxy,
})

function Proxy() {
  const { t } = useTranslation()
  const read = useQuery(outboundProxyQuery())
  const { data, error } = read
  return (
    <SettingsPage title={t('settings.outbound_proxy.title')} text={t('settings.outbound_proxy.text')}>
      {data ? (
        <ProxyForm proxy={data} />
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Card>
          <FormSkeleton fields={4} />
        </Card>
      )}
    </SettingsPage>
  )
}
