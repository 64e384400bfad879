import type { RouteResult } from '@foyer/contract/route'
import type { getAuthStatus } from '@foyer/contract/sessions/sessions'
import { useTranslation } from 'react-i18next'
import { PasskeyButton } from '#features/passkeys/passkey-button.tsx'
import { LoginForm } from '#features/sessions/login-form.tsx'
import { LoginMethods } from '#features/sessions/login-methods.tsx'
import { QuickConnect } from '#features/sign-in/account-server/quick-connect.tsx'
import { serverLabel } from '#features/sign-in/account-server/server-label.ts'
import { ServerPanel } from '#features/sign-in/account-server/server-panel.tsx'
import { useQuickConnect } from '#features/sign-in/account-server/use-quick-connect.ts'
import { OidcButton } from '#features/sign-in/oidc/oidc-button.tsx'
import { SsoTrouble } from '#features/sign-in/oidc/sso-trouble.tsx'
import { useProviderName } from '#features/sign-in/oidc/use-provider-label.ts'
import { Panel } from '#features/sign-in/panel.tsx'
import { PlexButton } from '#features/sign-in/plex/plex-button.tsx'
import { PlexWaiting } from '#features/sign-in/plex/plex-waiting.tsx'
import { usePlexFlow } from '#features/sign-in/plex/use-plex-flow.ts'
import { ProductIcon } from '#lib/product-mark.tsx'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

interface LoginCardProps {
  status: RouteResult<typeof getAuthStatus>
  checking: boolean
  /** Reads the status again. */
  onCheck: () => void
  /** The page to open afterwards. */
  wanted: string
  /** The method whose panel is open: `password`, or the id of a video server. */
  method: string | undefined
  onMethod: (method: string | undefined) => void
}

/** The sign-in methods that this server offers: all at once, or the panel of one. */
export function LoginCard({ status, checking, onCheck, wanted, method, onMethod }: LoginCardProps) {
  const { t } = useTranslation()
  const plex = usePlexFlow('sign_in')
  const quick = useQuickConnect()
  const provider = useProviderName(status.sso_provider)
  const servers = status.account_sign_in ?? []
  const server = servers.find(({ instance_id }) => instance_id === method)
  const back = () => onMethod(undefined)

  if (plex.flow) {
    return (
      <Card>
        <Panel title={t('sign_in.with', { name: PRODUCT_NAMES.invite_server })} onBack={plex.cancel}>
          <PlexWaiting key={plex.flow.flow} flow={plex.flow} steps={plex} />
        </Panel>
      </Card>
    )
  }
  if (quick.flow) {
    return (
      <Card>
        <Panel
          key={quick.flow.flow}
          title={t('sign_in.quick.title', { server: quick.flow.server.name })}
          onBack={quick.cancel}
        >
          <QuickConnect flow={quick.flow} steps={quick} />
        </Panel>
      </Card>
    )
  }
  if (server) {
    return (
      <Card>
        <Panel title={t('sign_in.with', { name: serverLabel(server) })} onBack={back}>
          <ServerPanel server={server} quick={quick} />
        </Panel>
      </Card>
    )
  }

  const oidc = status.sso_available && (
    <OidcButton
      key="oidc"
      label={status.sso_provider}
      sso_origin={status.sso_origin}
      wanted={wanted}
      primary={status.sso_only ?? false}
    />
  )
  const has_password = status.login_methods.includes('password')
  const has_passkey = status.login_methods.includes('passkey') && status.webauthn_available
  const others = [
    status.login_methods.includes('invite_server') && <PlexButton key="plex" steps={plex} />,
    ...servers.map(one => (
      <Button
        key={one.instance_id}
        size="lg"
        block
        icon={<ProductIcon type={one.service_type} />}
        onClick={() => onMethod(one.instance_id)}
      >
        <span className="wrap-anywhere">{t('sign_in.with', { name: serverLabel(one) })}</span>
      </Button>
    )),
    has_passkey && <PasskeyButton key="passkey" primary={!has_password} />,
  ]
  const trouble = <SsoTrouble error={status.sso_error} checking={checking} onCheck={onCheck} />

  if (!status.sso_only) {
    return (
      <Card className="flex flex-col gap-5">
        {trouble}
        <LoginMethods password={has_password && <LoginForm />} others={[oidc, ...others]} />
      </Card>
    )
  }
  // Only admins may sign in by another method (1/4.1), so nobody else is led there.
  if (method === 'password') {
    return (
      <Card>
        <Panel title={t('sign_in.admin.title')} onBack={back}>
          <p className="text-muted">{t('sign_in.admin.text', { provider })}</p>
          <LoginMethods password={has_password && <LoginForm />} others={others} />
        </Panel>
      </Card>
    )
  }
  return (
    <Card className="flex flex-col gap-5">
      {trouble}
      {oidc}
      <Button variant="ghost" block onClick={() => onMethod('password')}>
        {t('sign_in.admin.open')}
      </Button>
    </Card>
  )
}
