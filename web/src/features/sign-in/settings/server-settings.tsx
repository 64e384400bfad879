import type { AccountSignIn } from '@foyer/contract/sign-in/account-sign-in'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { serverLabel } from '../account-server/server-label.ts'
import { useChangeAccountSignIn } from './api.ts'

interface VideoServer {
  id: string
  name: string
  service_type: 'account_server_a' | 'account_server_b'
}

interface ServerSettingsProps {
  settings: AccountSignIn
  /** The connected Jellyfin and Emby servers. */
  servers: readonly VideoServer[]
}

/** Sign-in with an account of Jellyfin or Emby (C62). Every change is saved immediately. */
export function ServerSettings({ settings, servers }: ServerSettingsProps) {
  const { t } = useTranslation()
  const change = useChangeAccountSignIn()
  /** What is about to be turned off: one server, or the method. */
  const [ending, setEnding] = useState<VideoServer | 'all' | null>(null)
  const { enabled, auto_create, instance_ids } = settings
  const without = (id: string) => instance_ids.filter(one => one !== id)

  function turnOff() {
    if (ending === null) return
    change.mutate(ending === 'all' ? { enabled: false } : { instance_ids: without(ending.id) }, {
      onSettled: () => setEnding(null),
    })
  }

  return (
    <SectionCard title={t('sign_in_settings.servers.title')} text={t('sign_in_settings.servers.text')}>
      <div className="flex flex-col gap-3">
        {change.error && <Notice tone="danger">{errorText(t, change.error)}</Notice>}
        {servers.length === 0 && (
          <Notice
            action={
              <ButtonLink to="/instances/new" size="sm">
                {t('sign_in_settings.servers.connect')}
              </ButtonLink>
            }
          >
            {t('sign_in_settings.servers.none')}
          </Notice>
        )}
        <Switch
          label={t('sign_in_settings.servers.enabled')}
          hint={t('sign_in_settings.servers.enabled_hint')}
          checked={enabled}
          disabled={servers.length === 0 && !enabled}
          onChange={on => (on ? change.mutate({ enabled: true }) : setEnding('all'))}
        />
        <Switch
          label={t('sign_in_settings.auto_create')}
          hint={t('sign_in_settings.servers.auto_create_hint')}
          checked={auto_create}
          onChange={on => change.mutate({ auto_create: on })}
        />
        {servers.length > 0 && (
          <fieldset className="mt-2 border-t border-line pt-4">
            <legend className="sr-only">{t('sign_in_settings.servers.which')}</legend>
            <p aria-hidden className="mb-1 text-sm font-medium">
              {t('sign_in_settings.servers.which')}
            </p>
            {servers.map(server => (
              <Switch
                key={server.id}
                label={<span className="wrap-anywhere">{serverLabel(server)}</span>}
                checked={instance_ids.includes(server.id)}
                onChange={on =>
                  on ? change.mutate({ instance_ids: [...instance_ids, server.id] }) : setEnding(server)
                }
              />
            ))}
          </fieldset>
        )}
        {enabled && servers.length > 0 && instance_ids.length === 0 && (
          <Notice tone="warn">{t('sign_in_settings.servers.none_chosen')}</Notice>
        )}
        <SavedMark shown={change.isSuccess && !change.isPending} />
      </div>
      <Confirm
        open={ending !== null}
        onOpenChange={open => !open && setEnding(null)}
        title={t('sign_in_settings.disable_title', {
          name: ending === null || ending === 'all' ? t('sign_in_settings.servers.title') : ending.name,
        })}
        confirmLabel={t('sign_in_settings.turn_off')}
        loading={change.isPending}
        onConfirm={turnOff}
      >
        {t('sign_in_settings.disable_text')}
      </Confirm>
    </SectionCard>
  )
}
