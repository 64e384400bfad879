import type { OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDashed from 'lucide-react/icons/circle-dashed'
import CircleHelp from 'lucide-react/icons/circle-help'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#lib/error-text.ts'
import { SectionCard } from '#ui/card.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { Notice } from '#ui/notice.tsx'
import { SavedMark } from '#ui/saved-mark.tsx'
import { Switch } from '#ui/switch.tsx'
import { useSaveOidc } from './api.ts'
import { type LockState, ssoOnlyLocks } from './sso-only-locks.ts'

interface OidcSwitchesProps {
  config: OidcConfig
  /** Whether an admin can sign in with a password; undefined while unknown. */
  hasLocalAdmin: boolean | undefined
  /** Shown where that could not be read. */
  unread: ReactNode
}

/** Turns single sign-on on or off, and makes it the only method for everybody but admins. */
export function OidcSwitches({ config, hasLocalAdmin, unread }: OidcSwitchesProps) {
  const { t } = useTranslation()
  const save = useSaveOidc()
  /** The change that waits for a confirmation. */
  const [confirming, setConfirming] = useState<'disable' | 'sso_only' | null>(null)
  const can_enable = config.issuer !== '' && config.client_id !== '' && config.callback_url !== ''
  const locks = ssoOnlyLocks(config, hasLocalAdmin)
  const is_locked = locks.some(({ state }) => state === 'closed')

  const settle = { onSettled: () => setConfirming(null) }

  return (
    <SectionCard title={t('sign_in_settings.oidc.switch_title')}>
      <div className="flex flex-col gap-3">
        {save.error && <Notice tone="danger">{errorText(t, save.error)}</Notice>}
        <Switch
          label={t('sign_in_settings.oidc.enabled')}
          hint={
            can_enable ? t('sign_in_settings.oidc.enabled_hint') : t('sign_in_settings.oidc.enabled_locked')
          }
          checked={config.enabled}
          disabled={!can_enable && !config.enabled}
          onChange={enabled => (enabled ? save.mutate({ enabled }) : setConfirming('disable'))}
        />
        <Switch
          label={t('sign_in_settings.oidc.sso_only')}
          hint={t('sign_in_settings.oidc.sso_only_hint')}
          checked={config.sso_only}
          disabled={is_locked && !config.sso_only}
          onChange={sso_only => (sso_only ? setConfirming('sso_only') : save.mutate({ sso_only }))}
        />
        {!config.sso_only && (
          <div className="flex flex-col gap-2 text-sm">
            <p className="text-muted">{t('sign_in_settings.oidc.locks')}</p>
            <ul className="flex flex-col gap-1.5">
              {locks.map(({ name, state }) => (
                <li key={name} className="flex items-start gap-2">
                  <LockMark state={state} />
                  <span>
                    {t(`sign_in_settings.oidc.lock_${name}`)}
                    <span className="sr-only"> {t(`sign_in_settings.oidc.lock_is_${state}`)}</span>
                  </span>
                </li>
              ))}
            </ul>
            {unread}
          </div>
        )}
        <SavedMark shown={save.isSuccess && !save.isPending} />
      </div>
      <Confirm
        open={confirming === 'disable'}
        onOpenChange={open => !open && setConfirming(null)}
        title={t('sign_in_settings.oidc.disable_title')}
        confirmLabel={t('sign_in_settings.turn_off')}
        loading={save.isPending}
        onConfirm={() => save.mutate({ enabled: false }, settle)}
      >
        {t('sign_in_settings.oidc.disable_text')}
      </Confirm>
      <Confirm
        open={confirming === 'sso_only'}
        onOpenChange={open => !open && setConfirming(null)}
        title={t('sign_in_settings.oidc.sso_only_title')}
        confirmLabel={t('sign_in_settings.turn_on')}
        tone="primary"
        loading={save.isPending}
        onConfirm={() => save.mutate({ sso_only: true }, settle)}
      >
        {t('sign_in_settings.oidc.sso_only_text')}
      </Confirm>
    </SectionCard>
  )
}

function LockMark({ state }: { state: LockState }) {
  if (state === 'open') return <CircleCheck aria-hidden className="mt-px size-4.5 shrink-0 text-ok" />
  const Icon = state === 'closed' ? CircleDashed : CircleHelp
  return <Icon aria-hidden className="mt-px size-4.5 shrink-0 text-muted" />
}
