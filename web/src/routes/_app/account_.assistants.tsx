import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AbilitiesCard } from '#features/assistants/abilities-card.tsx'
import { AddressCard } from '#features/assistants/address-card.tsx'
import { assistantsQuery } from '#features/assistants/api.ts'
import { readClientSearch } from '#features/assistants/client-choice.ts'
import { ConnectCard } from '#features/assistants/connect-card.tsx'
import { ConnectedAssistantsCard } from '#features/own-devices/connected-assistants-card.tsx'
import { assistantTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export const Route = createFileRoute('/_app/account_/assistants')({
  validateSearch: readClientSearch,
  loader({ context }) {
    requirePermission('mcp:access')
    void context.queries.prefetchQuery(assistantsQuery())
    return assistantTexts()
  },
  component: Assistants,
})

function Assistants() {
  const { t } = useTranslation()
  const { client = 'claude' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const read = useQuery(assistantsQuery())
  const { data, error } = read
  usePageTitle(t('assistants.title'))
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/account">{t('sessions.account.title')}</BackLink>}
        title={t('assistants.title')}
        text={t('assistants.text')}
      />
      {!data && error && <ReadFailure of={read} compact title={t('assistants.unreadable')} />}
      {!data && !error && (
        <div aria-busy className="flex flex-col gap-6">
          <Skeleton className="h-44 w-full rounded-card" />
          <Skeleton className="h-80 w-full rounded-card" />
        </div>
      )}
      {data && (
        <>
          <AddressCard address={data.mcp_url} />
          <ConnectCard
            address={data.mcp_url}
            client={client}
            onClient={next => void navigate({ search: { client: next }, replace: true, resetScroll: false })}
          />
        </>
      )}
      <ConnectedAssistantsCard />
      {data && <AbilitiesCard tools={data.tools} />}
    </Page>
  )
}
