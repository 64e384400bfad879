import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { oidcConfigQuery } from '#features/sign-in/settings/api.ts'
import { OidcSettings } from '#features/sign-in/settings/oidc-settings.tsx'
import { usersQuery } from '#features/users/api.ts'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Unread } from '#lib/unread.tsx'
import { signInSettingsTexts } from '#lib/texts/sign-in-texts.ts'
import { wholeRead } from '#lib/whole-read.ts'
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
  const read = useQuery(oidcConfigQuery())
  const { data, error } = read
  const people = wholeRead(useQuery(usersQuery()))
  const has_local_admin = people.data?.some(
    ({ role, password_enabled, has_password }) => role === 'admin' && password_enabled && has_password,
  )
  return (
    <SettingsPage title={t('settings.single_sign_on.title')} text={t('settings.single_sign_on.text')}>
      {data ? (
        <OidcSettings
          config={data}
          hasLocalAdmin={has_local_admin}
          unread={<Unread of={people} title={t('users.unreadable')} />}
        />
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <>
          <Skeleton className="h-40 w-full rounded-card" />
          <Skeleton className="h-[60rem] w-full rounded-card" />
        </>
      )}
    </SettingsPage>
  )
}
