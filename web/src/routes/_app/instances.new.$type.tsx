import { isServiceType } from '@foyer/contract/instances/instance-types'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { NewInstance } from '#features/instances/connect/new-instance.tsx'
import { PRODUCTS } from '#features/instances/products.ts'
import { requirePermission } from '#lib/guard.ts'
import { BackLink, ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Card } from '#ui/card.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { toast } from '#ui/toast-store.ts'

export const Route = createFileRoute('/_app/instances/new/$type')({
  loader({ params: { type } }) {
    requirePermission('instances:manage')
    if (!isServiceType(type)) throw notFound()
    return { type }
  },
  component: AddInstance,
})

function AddInstance() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { type } = Route.useLoaderData()
  const product = PRODUCTS[type].name
  usePageTitle(t('instances.form.add', { product }))
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/instances/new">{t('instances.choose_back')}</BackLink>}
        title={t('instances.form.add', { product })}
        text={t(`instances.about.${type}`)}
      />
      <Card>
        <NewInstance
          key={type}
          type={type}
          cancel={
            <ButtonLink to="/instances" variant="ghost" ignoreBlocker>
              {t('ui.cancel')}
            </ButtonLink>
          }
          onCreated={({ id, name }) => {
            toast(t('instances.form.connected', { name }), { tone: 'ok' })
            void navigate({ to: '/instances/$id', params: { id } })
          }}
        />
      </Card>
    </Page>
  )
}
