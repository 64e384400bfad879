import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { serversOf } from '#features/app-config/offerings.ts'
import { SignInSetup } from '#features/connect/sign-in-setup.tsx'
import { AddPasskeyStep } from '#features/passkeys/add-passkey-step.tsx'
import { PasswordStep } from '#features/sessions/password-step.tsx'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { ThemeChoice } from '#features/shell/preferences/theme-choice.tsx'
import { session, useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { Card } from '#ui/card.tsx'

export const Route = createFileRoute('/connect/welcome')({
  beforeLoad() {
    if (!session.current()) throw redirect({ to: '/login' })
  },
  component: Welcome,
})

/** After a sign-in link: optional password, passkey and theme; then the media servers, if there are any. */
function Welcome() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery())
  const has_servers = config !== undefined && serversOf(config).length > 0
  usePageTitle(t('connect.home_title'))
  if (!user) return null
  return (
    <SignedOutPage
      title={t('connect.home_heading', { name: user.username })}
      text={t('connect.home_text', { server: status.server_name })}
    >
      <Card className="flex flex-col gap-6">
        <SignInSetup
          none={!user.password_enabled && !user.passkey_enabled}
          password={user.password_enabled && <PasswordStep user={user} />}
          passkey={user.passkey_enabled && status.webauthn_available && <AddPasskeyStep />}
        />
        <ThemeChoice />
      </Card>
      <ButtonLink to={has_servers ? '/connect/servers' : '/'} variant="primary" size="lg" block>
        {has_servers ? t('connect.home_servers') : t('connect.home_go')}
      </ButtonLink>
    </SignedOutPage>
  )
}
