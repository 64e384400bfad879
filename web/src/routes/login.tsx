import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { authStatusQuery } from '#features/sessions/api.ts'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { session } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { safeRedirect } from '#lib/redirect.ts'
import { signInTexts } from '#lib/texts/sign-in-texts.ts'
import { Notice } from '#ui/notice.tsx'
import { LoginCard } from './-login-card.tsx'

/** An open page notices changes of the methods when it is looked at again. */
const STATUS_FRESH_MS = 30_000

export const Route = createFileRoute('/login')({
  validateSearch(search: Record<string, unknown>): { redirect?: string; with?: string } {
    const wanted = safeRedirect(search['redirect'])
    const method = search['with']
    return {
      ...(wanted !== '/' && { redirect: wanted }),
      // `password`, or the id of a video server.
      ...(typeof method === 'string' && { with: method }),
    }
  },
  beforeLoad({ search }) {
    // Signing in changes the session, which runs this guard again and redirects.
    if (session.current()) throw redirect({ href: safeRedirect(search.redirect) })
  },
  loader: signInTexts,
  component: Login,
})

function Login() {
  const { t } = useTranslation()
  const navigate = Route.useNavigate()
  const context = Route.useRouteContext()
  const {
    data: status = context.status,
    isFetching,
    refetch,
  } = useQuery({
    ...authStatusQuery(),
    staleTime: STATUS_FRESH_MS,
    refetchOnWindowFocus: true,
  })
  const { redirect: wanted = '/', with: method } = Route.useSearch()
  usePageTitle(t('sessions.login.title'))
  return (
    <SignedOutPage
      title={t('sessions.login.welcome', { server: status.server_name })}
      foot={<>Foyer {status.version}</>}
    >
      {session.endedBy() === 'revoked' && <Notice tone="warn">{t('sessions.login.ended')}</Notice>}
      <LoginCard
        status={status}
        checking={isFetching}
        onCheck={() => void refetch()}
        wanted={wanted}
        method={method}
        onMethod={chosen =>
          void navigate({
            search: ({ with: _before, ...rest }) => ({ ...rest, ...(chosen && { with: chosen }) }),
          })
        }
      />
      <p className="text-center text-sm text-muted">{t('sessions.login.help')}</p>
    </SignedOutPage>
  )
}
