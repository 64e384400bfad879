import type { ConnectionCategory } from '@foyer/contract/instances/instance-types'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { Notice } from '#ui/notice.tsx'

interface ProxyResultProps {
  result: { category: ConnectionCategory; elapsed_ms: number }
  enabled: boolean
}

/** The result of a test request to the metadata provider. */
export function ProxyResult({ result, enabled }: ProxyResultProps) {
  const { t } = useTranslation()
  const format = useFormat()
  if (result.category === 'ok') {
    return (
      <Notice tone="ok" title={enabled ? t('outbound_proxy.result.ok') : t('outbound_proxy.result.direct')}>
        {t('outbound_proxy.result.took', { ms: format.number(result.elapsed_ms) })}
      </Notice>
    )
  }
  return <Notice tone="danger">{t(`outbound_proxy.result.${result.category}`)}</Notice>
}
