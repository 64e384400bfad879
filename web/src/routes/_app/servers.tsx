import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { AppsCard } from '#features/app-preferences/apps-card.tsx'
import { ownServersQuery } from '#features/media-servers/own/api.ts'
import { AskForAccess } from '#features/media-servers/own/ask-for-access.tsx'
import { NoServers, OwnServers } from '#features/media-servers/own/own-servers.tsx'
import { useSession } from '#lib/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { serverTexts } from '#lib/texts/server-texts.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Page } from '#ui/page.tsx'

export const Route = createFileRoute('/_app/servers')({
  loader: ({ context }) => {
    void context.queries.prefetchQuery(ownServersQuery())
    return serverTexts()
  },
  component: ServersPage,
})

/** Where the reader watches and listens, and with which account and app. */
function ServersPage() {
  const { t } = useTranslation()
  const user = useSession()?.user
  const { data: config } = useQuery(configQuery())
  const { data: servers } = useQuery(ownServersQuery())
  usePageTitle(t('media_servers.title'))
  if (!user) return null
  const types = servers?.map(({ service_type }) => service_type) ?? []
  // Admins have every server without a grant, so there is nothing to ask for.
  const can_ask =
    config?.invite_access_requestable === true && servers !== undefined && !types.includes('invite_server')
  const can_connect = hasPermission('instances:manage')
  return (
    <Page>
      <PageHeader title={t('media_servers.title')} text={t('media_servers.text')} />
      <OwnServers
        reader={user}
        empty={
          // Asking for access is the better answer where it is possible.
          !can_ask && (
            <NoServers
              action={
                can_connect && (
                  <ButtonLink to="/instances/new" variant="primary">
                    {t('media_servers.connect')}
                  </ButtonLink>
                )
              }
            >
              {can_connect ? t('media_servers.none_admin') : t('media_servers.none_text')}
            </NoServers>
          )
        }
      />
      {can_ask && <AskForAccess invite_email={user.invite_email} />}
      <AppsCard types={types} />
    </Page>
  )
}
