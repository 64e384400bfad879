import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ownServersQuery } from '#features/media-servers/own/api.ts'
import { NoServers, OwnServers } from '#features/media-servers/own/own-servers.tsx'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { session, useSession } from '#lib/api.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { serverTexts } from '#lib/texts/server-texts.ts'

export const Route = createFileRoute('/connect/servers')({
  beforeLoad() {
    if (!session.current()) throw redirect({ to: '/login' })
  },
  loader: ({ context }) => {
    void context.queries.prefetchQuery(ownServersQuery())
    return serverTexts()
  },
  component: Servers,
})

/** The last step for a new person: accounts on the media servers. It can be skipped. */
function Servers() {
  const { t } = useTranslation()
  const user = useSession()?.user
  const { data } = useQuery(ownServersQuery())
  usePageTitle(t('media_servers.guide.title'))
  if (!user) return null
  const is_open = data === undefined || data.some(({ account }) => account === null)
  return (
    <SignedOutPage title={t('media_servers.guide.title')} text={t('media_servers.guide.text')}>
      <OwnServers reader={user} empty={<NoServers>{t('media_servers.none_text')}</NoServers>} />
      <ButtonLink to="/" variant={is_open ? 'secondary' : 'primary'} size="lg" block>
        {is_open ? t('media_servers.guide.skip') : t('media_servers.guide.done')}
      </ButtonLink>
    </SignedOutPage>
  )
}
