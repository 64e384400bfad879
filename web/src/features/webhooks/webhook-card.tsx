import type { ManagedWebhook, WebhookState } from '@foyer/contract/library-webhooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useInstallWebhook, webhookQuery } from './api.ts'
import { webhookState } from './webhook-state.ts'

interface WebhookCardProps {
  id: string
  product: string
  /** The state at the last poll. */
  polled: WebhookState
}

/** Whether the manager sends events to Foyer, read from the manager itself. */
export function WebhookCard({ id, product, polled }: WebhookCardProps) {
  const { t } = useTranslation()
  const webhook = useQuery(webhookQuery(id))
  return (
    <SectionCard title={t('webhooks.title')} text={t('webhooks.text', { product })}>
      {webhook.error ? (
        <ErrorState
          compact
          title={t('webhooks.unreadable', { product })}
          retrying={webhook.isFetching}
          onRetry={() => void webhook.refetch()}
        >
          {t('webhooks.unreadable_text')}
        </ErrorState>
      ) : webhook.data ? (
        <WebhookFacts id={id} product={product} polled={polled} webhook={webhook.data} />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </SectionCard>
  )
}

interface WebhookFactsProps extends WebhookCardProps {
  webhook: ManagedWebhook
}

function WebhookFacts({ id, product, polled, webhook }: WebhookFactsProps) {
  const { t } = useTranslation()
  const install = useInstallWebhook(id)
  const { state, tone, offers } = webhookState(webhook, polled)
  return (
    <div className="flex flex-col gap-4">
      <Notice tone={tone} title={t(`webhooks.state.${state}`, { product })}>
        {t(`webhooks.explain.${state}`, { product })}
      </Notice>
      {webhook.callback_url && (
        <p className="text-sm text-muted">
          {t('webhooks.address')} <span className="font-mono break-all">{webhook.callback_url}</span>
        </p>
      )}
      {install.error && <Notice tone="danger">{errorText(t, install.error)}</Notice>}
      <span>
        {offers ? (
          <Button
            variant={offers === 'install' ? 'primary' : 'secondary'}
            loading={install.isPending}
            onClick={() => install.mutate()}
          >
            {offers === 'install' ? t('webhooks.install', { product }) : t('webhooks.renew')}
          </Button>
        ) : (
          <ButtonLink to="/settings/external-address">{t('webhooks.set_address')}</ButtonLink>
        )}
      </span>
    </div>
  )
}
