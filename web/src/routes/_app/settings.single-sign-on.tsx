import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { oidcConfigQuery } from '#features/sign-in/settings/api.ts'
import { OidcSettings } from '#features/sign-in/settings/oidc-settings.tsx'
import { usersQuery } from '#features/users/api.ts'
import { errorText } from '#lib/error-text.ts'
import { requirePermission } from '#lib/guard.ts'
import { signInSettingsTexts } from '#lib/texts/sign-in-texts.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/single-sign-on')({
  loader: () => {
    requirePermission('users:manage')
    return signInSettingsTexts()
  },
  component: SingleSignOn,
})

function SingleSignOn() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery(oidcConfigQuery())
  const people = useQuery(usersQuery())
  const has_local_admin = people.data?.some(
    ({ role, password_enabled, has_password }) => role === 'admin' && password_enabled && has_password,
  )
  return (
    <SettingsPage title={t('settings.single_sign_on.title')} text={t('settings.single_sign_on.text')}>
      {data ? (
        <OidcSettings
          config={data}
          hasLocalAdmin={has_local_admin}
          unread={
            people.isLoadingError && (
              <ErrorState
                compact
                title={t('users.unreadable')}
                retrying={people.isFetching}
                onRetry={() => void people.refetch()}
              >
                {errorText(t, people.error)}
              </ErrorState>
            )
          }
        />
      ) : error ? (
        <ErrorState retrying={isFetching} onRetry={() => void refetch()}>
          {errorText(t, error)}
        </ErrorState>
      ) : (
        <>
          <Skeleton className="h-40 w-full rounded-card" />
          <Skeleton className="h-[60rem] w-full rounded-card" />
        </>
      )}
    </SettingsPage>
  )
}
