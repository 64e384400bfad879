import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ProductPicker } from '#features/instances/connect/product-picker.tsx'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'

export const Route = createFileRoute('/_app/instances/new/')({
  loader: () => requirePermission('instances:manage'),
  component: ChooseProduct,
})

function ChooseProduct() {
  const { t } = useTranslation()
  usePageTitle(t('instances.add'))
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/instances">{t('instances.title')}</BackLink>}
        title={t('instances.choose_title')}
        text={t('instances.choose_text')}
      />
      <ProductPicker />
    </Page>
  )
}
