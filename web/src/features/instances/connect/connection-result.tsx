import type { ConnectionCategory, ServiceType } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { Notice } from '#ui/notice.tsx'
import { PRODUCTS } from '../products.ts'

interface ConnectionResultProps {
  type: ServiceType
  result: { category: ConnectionCategory; version?: string | undefined }
  /** The field already shows the error; only the advice is left. */
  beside?: boolean
}

/** The result of a test, and what to do next. */
export function ConnectionResult({ type, result, beside = false }: ConnectionResultProps) {
  const { t } = useTranslation()
  const product = PRODUCTS[type].name
  const { category, version } = result
  if (category === 'ok') {
    return (
      <Notice tone="ok" title={t('instances.test.ok', { product })}>
        {version ? t('instances.test.ok_version', { version }) : t('instances.test.ok_next')}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" {...(!beside && { title: t(`instances.test.${category}`, { product }) })}>
      {t(`instances.next.${category}`, { product, example: PRODUCTS[type].example })}
    </Notice>
  )
}
