import type { OidcConfig } from '@foyer/contract/sign-in/oidc-admin'
import ExternalLink from 'lucide-react/icons/external-link'
import PlugZap from 'lucide-react/icons/plug-zap'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { codeText, errorText } from '#lib/error-text.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { SectionCard } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { useValidateOidc } from './api.ts'
import { isProviderVerdict } from './provider-verdict.ts'
import { useOidcTest } from './use-oidc-test.ts'

interface OidcChecksProps {
  config: OidcConfig
  /** The form holds something that was not saved; both checks use what is saved. */
  changed: boolean
}

/** Reads the provider's description, then signs in there without writing anything. */
export function OidcChecks({ config, changed }: OidcChecksProps) {
  const { t } = useTranslation()
  const validate = useValidateOidc()
  const test = useOidcTest()
  const is_complete = config.issuer !== '' && config.client_id !== ''
  const home = config.callback_url === '' ? null : new URL(config.callback_url).origin
  const is_elsewhere = home !== null && home !== window.location.origin
  const can_check = is_complete && !changed
  return (
    <SectionCard
      title={t('sign_in_settings.oidc.check_title')}
      text={t('sign_in_settings.oidc.check_text')}
      action={config.tested && <Badge tone="ok">{t('sign_in_settings.oidc.tested')}</Badge>}
    >
      <div className="flex flex-col gap-4">
        {!is_complete && <Notice>{t('sign_in_settings.oidc.check_incomplete')}</Notice>}
        {is_complete && changed && <Notice>{t('sign_in_settings.oidc.check_unsaved')}</Notice>}
        {can_check && is_elsewhere && (
          <Notice tone="warn">
            {t('sign_in_settings.oidc.test_elsewhere', { host: new URL(home).host })}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            icon={<PlugZap aria-hidden />}
            disabled={!can_check}
            loading={validate.isPending}
            onClick={() => validate.mutate()}
          >
            {t('sign_in_settings.oidc.validate')}
          </Button>
          <Button
            icon={<ExternalLink aria-hidden />}
            disabled={!can_check || home === null || is_elsewhere}
            loading={test.busy}
            onClick={() => {
              validate.reset()
              test.start()
            }}
          >
            {t('sign_in_settings.oidc.test')}
          </Button>
        </div>
        {test.url !== null && (
          <div className="flex flex-col gap-3 rounded-control border border-line p-4">
            <p className="text-sm">{t('sign_in_settings.oidc.test_open')}</p>
            <WaitingLine>{t('sign_in_settings.oidc.test_waiting')}</WaitingLine>
            <div className="flex flex-wrap gap-3">
              {/* For browsers that blocked the window. */}
              <LinkButton href={test.url} target="_blank" rel="noreferrer">
                {t('sign_in_settings.oidc.test_link')}
              </LinkButton>
              <Button variant="ghost" onClick={test.cancel}>
                {t('ui.cancel')}
              </Button>
            </div>
          </div>
        )}
        <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
          {validate.data && (
            <Notice tone="ok" title={t('sign_in_settings.oidc.valid')}>
              {t('sign_in_settings.oidc.valid_text')}
            </Notice>
          )}
          <Failure
            error={validate.error}
            title={
              isProviderVerdict(validate.error)
                ? t('sign_in_settings.oidc.invalid')
                : t('sign_in_settings.oidc.not_checked')
            }
          />
          {test.message !== undefined && (
            <Notice tone="ok" title={t('sign_in_settings.oidc.test_passed')}>
              <span className="whitespace-pre-line">{test.message}</span>
            </Notice>
          )}
          <Failure error={test.error} title={t('sign_in_settings.oidc.test_failed')} />
        </div>
      </div>
    </SectionCard>
  )
}

/** In our words, and below it what the server or the provider said, which an admin can act on. */
function Failure({ error, title }: { error: unknown; title: string }) {
  const { t } = useTranslation()
  if (!error) return null
  const words = errorText(t, error)
  const details = error instanceof ApiError && codeText(t, error.code) ? error.message : ''
  return (
    <Notice tone="danger" title={title}>
      <p>{words}</p>
      {details && <p className="mt-1 font-mono text-xs">{details}</p>}
    </Notice>
  )
}
