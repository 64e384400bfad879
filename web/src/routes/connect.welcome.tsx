import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { WayBack } from '#features/connect/way-back.tsx'
import { AddPasskeyStep } from '#features/passkeys/add-passkey-step.tsx'
import { PasswordStep } from '#features/sessions/password-step.tsx'
import { Stage } from '#features/shell/stage.tsx'
import { ThemeChoice } from '#features/shell/theme-choice.tsx'
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

/** After a connect link: a way back in, a theme, and off one goes. Nothing here is a must. */
function Welcome() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  usePageTitle(t('connect.home_title'))
  if (!user) return null
  return (
    <Stage
      title={t('connect.home_heading', { name: user.username })}
      text={t('connect.home_text', { server: status.server_name })}
    >
      <Card className="flex flex-col gap-6">
        <WayBack
          none={!user.password_enabled && !user.passkey_enabled}
          password={user.password_enabled && <PasswordStep user={user} />}
          passkey={user.passkey_enabled && status.webauthn_available && <AddPasskeyStep />}
        />
        <ThemeChoice />
      </Card>
      <ButtonLink to="/" variant="primary" size="lg" block>
        {t('connect.home_go')}
      </ButtonLink>
    </Stage>
  )
}
