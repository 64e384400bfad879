import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { storedToken } from '#features/connect/stored-token.ts'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { OidcReturn } from '#features/sign-in/oidc/oidc-return.tsx'
import { storedReturn } from '#features/sign-in/oidc/returned.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { signInTexts } from '#lib/texts/sign-in-texts.ts'

export const Route = createFileRoute('/oidc/return')({
  beforeLoad({ location }) {
    if (location.searchStr === '') return
    storedReturn.keep(location.searchStr)
    throw redirect({ to: '/oidc/return', search: {}, replace: true })
  },
  loader: signInTexts,
  component: ReturnPage,
})

function ReturnPage() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  const router = useRouter()
  const queries = useQueryClient()
  usePageTitle(t('sign_in.return.title'))
  return (
    <SignedOutPage
      title={t('sessions.login.welcome', { server: status.server_name })}
      foot={<>Foyer {status.version}</>}
    >
      <OidcReturn
        onSignedIn={wanted => {
          storedToken.forget()
          // The guard of the sign-in page goes on to the wanted page.
          void router.navigate({ to: '/login', search: { redirect: wanted }, replace: true })
        }}
        onLinked={() => {
          void queries.invalidateQueries({ queryKey: ['sessions', 'me'] })
          void queries.invalidateQueries({ queryKey: ['sign-in'] })
          void router.navigate({ to: '/account', search: { linked: true }, replace: true })
        }}
      />
    </SignedOutPage>
  )
}
