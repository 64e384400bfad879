import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PasskeyButton } from '#features/passkeys/passkey-button.tsx'
import { LoginForm } from '#features/sessions/login-form.tsx'
import { LoginMethods } from '#features/sessions/login-methods.tsx'
import { SignedOutPage } from '#features/shell/signed-out-page.tsx'
import { session } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { safeRedirect } from '#lib/redirect.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'

export const Route = createFileRoute('/login')({
  validateSearch(search: Record<string, unknown>): { redirect?: string } {
    const wanted = safeRedirect(search['redirect'])
    return wanted === '/' ? {} : { redirect: wanted }
  },
  beforeLoad({ search }) {
    // Signing in changes the session, which runs this guard again and redirects.
    if (session.current()) throw redirect({ href: safeRedirect(search.redirect) })
  },
  component: Login,
})

function Login() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  usePageTitle(t('sessions.login.title'))
  const has_password = status.login_methods.includes('password')
  const has_passkey = status.login_methods.includes('passkey') && status.webauthn_available
  return (
    <SignedOutPage
      title={t('sessions.login.welcome', { server: status.server_name })}
      foot={<>Foyer {status.version}</>}
    >
      {session.endedBy() === 'revoked' && <Notice tone="warn">{t('sessions.login.ended')}</Notice>}
      <Card>
        <LoginMethods
          password={has_password && <LoginForm />}
          others={[has_passkey && <PasskeyButton key="passkey" primary={!has_password} />]}
        />
      </Card>
      <p className="text-center text-sm text-muted">{t('sessions.login.help')}</p>
    </SignedOutPage>
  )
}
