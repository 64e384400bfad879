import type { AiCatalogEntry, AiOauthProvider, AiProvider } from '@foyer/contract/assistant/ai-providers'
import { useQueries } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import UserRound from 'lucide-react/icons/user-round'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isUnreadable } from '#lib/is-unreadable.ts'
import { Unread } from '#lib/unread.tsx'
import { Badge } from '#ui/badge.tsx'
import { SectionCard } from '#ui/card.tsx'
import { IconTile } from '#ui/icon-tile.tsx'
import { linkedProviders } from './catalog.ts'
import { linkedAccountQuery, type Owner, useUnlink } from './links/api.ts'
import { RemoveButton } from './remove-button.tsx'

type OnRemove = ComponentProps<typeof RemoveButton>['onRemove']

interface SavedListProps {
  owner: Owner
  providers: readonly AiCatalogEntry[]
  /** Those with a saved key. */
  keys: readonly AiProvider[]
  /** The provider that is in use now. */
  used: AiProvider | undefined
  /** The provider whose key is being deleted. */
  deleting: AiProvider | undefined
  onDeleteKey: (entry: AiCatalogEntry, ...options: Parameters<OnRemove>) => void
  texts: { text: string; delete_used: (provider: string) => string; unlink_used: string }
}

/** Every saved key and linked account, with the button that removes it. */
export function SavedList({ owner, providers, keys, used, deleting, onDeleteKey, texts }: SavedListProps) {
  const { t } = useTranslation()
  const { linked, unread } = useLinked(owner, providers)
  if (keys.length === 0 && linked.length === 0 && unread.length === 0) return null
  return (
    <SectionCard title={t('ai_settings.saved.title')} text={texts.text}>
      <ul className="divide-y divide-line">
        {providers
          .filter(({ id }) => keys.includes(id))
          .map(entry => (
            <SavedRow
              key={entry.id}
              icon={<KeyRound />}
              title={entry.label}
              text={t('ai_settings.saved.key')}
              is_used={entry.id === used}
            >
              <RemoveButton
                label={t('ai_settings.saved.delete')}
                full_label={t('ai_settings.saved.delete_this', { provider: entry.label })}
                question={t('ai_settings.saved.delete_ask', { provider: entry.label })}
                done={t('ai_settings.saved.deleted', { provider: entry.label })}
                loading={deleting === entry.id}
                onRemove={options => onDeleteKey(entry, options)}
              >
                {entry.id === used
                  ? texts.delete_used(entry.label)
                  : t('ai_settings.saved.delete_text', { provider: entry.label })}
              </RemoveButton>
            </SavedRow>
          ))}
        {linked.map(({ id, label, email }) => (
          <SavedRow
            key={id}
            icon={<UserRound />}
            title={label}
            text={email ?? t('ai_settings.account.unnamed')}
            is_used={id === used}
          >
            <Unlink owner={owner} provider={id} label={label}>
              {id === used && `${texts.unlink_used} `}
              {t('ai_settings.account.unlink_text')}
            </Unlink>
          </SavedRow>
        ))}
        {unread.map(({ id, label, account }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <Unread of={account} title={`${label} · ${t('ai_settings.account.unreadable')}`} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function useLinked(owner: Owner, providers: readonly AiCatalogEntry[]) {
  const ids = linkedProviders(providers)
  const accounts = useQueries({ queries: ids.map(id => linkedAccountQuery(owner, id)) })
  const all = ids.flatMap((id, at) => {
    const account = accounts[at]
    return account ? [{ id, label: providers.find(one => one.id === id)?.label ?? id, account }] : []
  })
  return {
    linked: all.flatMap(({ id, label, account: { data } }) =>
      data && (data.connected || data.reason === 'reconnect_required')
        ? [{ id, label, email: data.email }]
        : [],
    ),
    unread: all.filter(({ account }) => isUnreadable(account)),
  }
}

interface SavedRowProps {
  icon: ReactNode
  title: string
  text: string
  is_used: boolean
  /** The button that removes it. */
  children: ReactNode
}

function SavedRow({ icon, title, text, is_used, children }: SavedRowProps) {
  const { t } = useTranslation()
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      {/* A phone has no room for it beside a long address. */}
      <span className="hidden sm:block">
        <IconTile tone="neutral">{icon}</IconTile>
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {title}
          {is_used && <Badge tone="ok">{t('ai_settings.saved.in_use')}</Badge>}
        </span>
        <span className="text-sm text-muted wrap-anywhere">{text}</span>
      </span>
      {children}
    </li>
  )
}

interface UnlinkProps {
  owner: Owner
  provider: AiOauthProvider
  label: string
  children: ReactNode
}

function Unlink({ owner, provider, label, children }: UnlinkProps) {
  const { t } = useTranslation()
  const unlink = useUnlink(owner, provider)
  return (
    <RemoveButton
      label={t('ai_settings.account.unlink')}
      full_label={t('ai_settings.account.unlink_this', { provider: label })}
      question={t('ai_settings.account.unlink_ask', { provider: label })}
      done={t('ai_settings.account.unlinked', { provider: label })}
      loading={unlink.isPending}
      onRemove={options => unlink.mutate(undefined, options)}
    >
      {children}
    </RemoveButton>
  )
}
