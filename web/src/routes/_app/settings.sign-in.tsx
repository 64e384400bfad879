import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { instancesQuery } from '#features/instances/api.ts'
import { accountSignInQuery, inviteAuthQuery } from '#features/sign-in/settings/api.ts'
import { PlexSettings } from '#features/sign-in/settings/plex-settings.tsx'
import { ServerSettings } from '#features/sign-in/settings/server-settings.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { signInSettingsTexts } from '#lib/texts/sign-in-texts.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/sign-in')({
  loader: ({ context }) => {
    requirePermission('users:manage')
    void context.queries.prefetchQuery(accountSignInQuery())
    void context.queries.prefetchQuery(instancesQuery())
    void context.queries.prefetchQuery(inviteAuthQuery())
    return signInSettingsTexts()
  },
  component: SignInMethods,
})

function SignInMethods() {
  const { t } = useTranslation()
  const settings = useQuery(accountSignInQuery())
  const instances = useQuery(instancesQuery())
  return (
    <SettingsPage title={t('settings.sign_in.title')} text={t('settings.sign_in.text')}>
      {/* The first card has a line for each server: what is below it comes together with it. */}
      {settings.isFetched && instances.isFetched ? (
        <>
          <Servers />
          <Plex />
        </>
      ) : (
        <div aria-busy className="flex flex-col gap-6">
          <Skeleton className="h-72 w-full rounded-card" />
          <Skeleton className="h-80 w-full rounded-card" />
        </div>
      )}
    </SettingsPage>
  )
}

function Servers() {
  const { t } = useTranslation()
  const settings = useQuery(accountSignInQuery())
  const instances = useQuery(instancesQuery())
  if (settings.data && instances.data) {
    const servers = instances.data.flatMap(({ id, name, service_type }) =>
      service_type === 'account_server_a' || service_type === 'account_server_b'
        ? [{ id, name, service_type }]
        : [],
    )
    return <ServerSettings settings={settings.data} servers={servers} />
  }
  const failed = [settings, instances].find(query => query.error && !query.data)
  if (!failed) return <Skeleton className="h-72 w-full rounded-card" />
  return <ReadFailure of={failed} compact title={t('sign_in_settings.servers.unreadable')} />
}

function Plex() {
  const { t } = useTranslation()
  const read = useQuery(inviteAuthQuery())
  const { data, error } = read
  if (data) return <PlexSettings settings={data} />
  if (!error) return <Skeleton className="h-80 w-full rounded-card" />
  return <ReadFailure of={read} compact title={t('sign_in_settings.plex.unreadable')} />
}
