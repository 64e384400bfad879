import type { OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#lib/link.tsx'
import { SectionCard } from '#ui/card.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { OidcChecks } from './oidc-checks.tsx'
import { OidcForm } from './oidc-form.tsx'
import { OidcSwitches } from './oidc-switches.tsx'

interface OidcSettingsProps {
  config: OidcConfig
  hasLocalAdmin: boolean | undefined
  /** Shown where that could not be read. */
  unread: ReactNode
}

/** In the order in which it is set up: the callback, the provider, the test, turning it on. */
export function OidcSettings({ config, hasLocalAdmin, unread }: OidcSettingsProps) {
  const { t } = useTranslation()
  const [changed, setChanged] = useState(false)
  return (
    <>
      <SectionCard
        title={t('sign_in_settings.oidc.callback_title')}
        text={t('sign_in_settings.oidc.callback_text')}
      >
        {config.callback_url ? (
          <CopyField label={t('sign_in_settings.oidc.callback_title')} value={config.callback_url} />
        ) : (
          <Notice
            tone="warn"
            action={
              <ButtonLink to="/settings/external-address" size="sm">
                {t('sign_in_settings.oidc.set_address')}
              </ButtonLink>
            }
          >
            {t('sign_in_settings.oidc.no_address')}
          </Notice>
        )}
      </SectionCard>
      <SectionCard
        title={t('sign_in_settings.oidc.provider_title')}
        text={t('sign_in_settings.oidc.provider_text')}
      >
        <OidcForm config={config} onChanged={setChanged} />
      </SectionCard>
      <OidcChecks config={config} changed={changed} />
      <OidcSwitches config={config} hasLocalAdmin={hasLocalAdmin} unread={unread} />
    </>
  )
}
