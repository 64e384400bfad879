import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeadLink } from '#features/connect/dead-link.tsx'
import { storedToken } from '#features/connect/stored-token.ts'
import { RedeemCard } from '#features/connect/redeem-card.tsx'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { useStartOidc } from '#features/sign-in/oidc/api.ts'
import { addressAt, otherOrigin } from '#features/sign-in/oidc/sso-origin.ts'
import { session } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'

export const Route = createFileRoute('/connect/')({
  validateSearch(search: Record<string, unknown>): { token?: string } {
    const { token } = search
    return typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {}
  },
  beforeLoad({ search }) {
    if (search.token === undefined) return
    storedToken.keep(search.token)
    throw redirect({ to: '/connect', search: {}, replace: true })
  },
  component: Connect,
})

function Connect() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status } = Route.useRouteContext()
  const [token, setToken] = useState(storedToken.read)
  const sso = useStartOidc()
  usePageTitle(t('connect.title'))

  function forget() {
    storedToken.forget()
    setToken(null)
  }

  /** The invitation goes along, and is used up only when the sign-in succeeds. */
  function continueWithSso(invitation: string) {
    const elsewhere = otherOrigin(status.sso_origin, window.location.origin)
    if (!elsewhere) return sso.mutate({ wanted: '/connect/welcome', invitation })
    window.location.assign(addressAt(elsewhere, `/connect?token=${encodeURIComponent(invitation)}`))
  }

  return (
    <SignedOutPage
      title={token ? t('connect.welcome', { server: status.server_name }) : t('connect.dead_title')}
      text={token && t('connect.text')}
      foot={<>Foyer {status.version}</>}
    >
      {token ? (
        <RedeemCard
          token={token}
          signedInAs={session.current()?.user.username}
          onSpent={forget}
          onSso={() => continueWithSso(token)}
          sso={sso}
          onIn={() => {
            storedToken.forget()
            void navigate({ to: '/connect/welcome', replace: true })
          }}
        />
      ) : (
        <DeadLink signedIn={session.current() !== null} />
      )}
    </SignedOutPage>
  )
}
