import type { AiAccountStatus } from '@foyer/contract/assistant/ai-oauth'
import type { AiCatalogEntry, AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/i18n.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useNow } from '#lib/use-now.ts'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { UsageList } from '../usage-list.tsx'
import { linkedAccountQuery, type Owner } from './api.ts'
import { LinkFlow } from './link-flow.tsx'

interface LinkedAccountProps {
  owner: Owner
  entry: AiCatalogEntry
  provider: AiOauthProvider
  /** The model to use once the account is linked. */
  model: string
}

/** What a provider has instead of a key: the linked account with its usage, or the way to link one. */
export function LinkedAccount({ owner, entry, provider, model }: LinkedAccountProps) {
  const { t } = useTranslation()
  const read = useQuery({
    ...linkedAccountQuery(owner, provider),
    enabled: entry.available,
  })
  const { data, error } = read
  const { label } = entry
  if (!entry.available || data?.reason === 'not_configured') {
    return (
      <Notice tone="warn">
        {t('ai_settings.account.unavailable')}{' '}
        {owner === 'included' && t('ai_settings.account.unavailable_admin')}
      </Notice>
    )
  }
  if (error && !data) {
    return <ReadFailure of={read} compact title={t('ai_settings.account.unreadable')} />
  }
  if (!data) return <Skeleton className="h-32 w-full" />
  return (
    <section
      aria-label={label}
      className="flex flex-col gap-4 rounded-control border border-line bg-raised p-4"
    >
      {data.connected && <AccountFacts status={data} label={label} />}
      {data.reason === 'reconnect_required' && (
        <Notice tone="warn">{t('ai_settings.account.reconnect', { provider: label })}</Notice>
      )}
      {!data.connected && data.reason !== 'reconnect_required' && (
        <p className="text-sm text-muted">{t('ai_settings.account.none_text')}</p>
      )}
      {(!data.connected || data.reason === 'reconnect_required') && (
        <LinkFlow owner={owner} provider={provider} model={model} />
      )}
    </section>
  )
}

function AccountFacts({ status, label }: { status: AiAccountStatus; label: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow()
  const { email, plan_type, stale, updated_at } = status
  return (
    <>
      <div className="flex flex-col">
        <p className="font-medium wrap-anywhere">{email ?? t('ai_settings.account.unnamed')}</p>
        {plan_type && (
          <p className="text-sm text-muted wrap-anywhere">
            {t('ai_settings.account.plan', { plan: plan_type })}
          </p>
        )}
      </div>
      <UsageList status={status} />
      {stale && (
        <p className="text-sm text-muted">
          {updated_at
            ? t('ai_settings.account.stale', { provider: label, when: format.relative(updated_at, now) })
            : t('ai_settings.account.stale_unknown', { provider: label })}
        </p>
      )}
    </>
  )
}
