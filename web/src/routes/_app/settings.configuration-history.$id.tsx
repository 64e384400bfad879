import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { changeQuery } from '#features/settings-changes/api.ts'
import { ChangeFacts } from '#features/settings-changes/change-facts.tsx'
import { ChangeValues } from '#features/settings-changes/change-values.tsx'
import { RestoreCard } from '#features/settings-changes/restore-card.tsx'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { isMissing } from '#lib/api-error.ts'
import { assistantSettingsTexts } from '#lib/texts/assistant-texts.ts'
import { requirePermission } from '#lib/guard.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

export const Route = createFileRoute('/_app/settings/configuration-history/$id')({
  loader() {
    requirePermission('instances:manage')
    return assistantSettingsTexts()
  },
  component: ChangePage,
})

function ChangePage() {
  const { t } = useTranslation()
  const navigate = Route.useNavigate()
  const id = Number(Route.useParams().id)
  const read = useQuery(changeQuery(id))
  const { data, error } = read
  const title = data?.resource_name ?? t('settings_changes.one')
  usePageTitle(title)
  if (isMissing(error)) return <NotFound />
  return (
    <Page>
      <PageHeader
        back={
          <BackLink to="/settings/configuration-history">
            {t('settings.configuration_history.title')}
          </BackLink>
        }
        title={<span className="wrap-anywhere">{title}</span>}
        text={data?.summary}
      />
      {data ? (
        <>
          <ChangeFacts change={data} />
          <ChangeValues change={data} />
          <RestoreCard
            key={id}
            change={data}
            onRestored={restore => {
              toast(t('settings_changes.restore.done', { name: data.resource_name }), { tone: 'ok' })
              void navigate({ params: { id: String(restore.id) } })
            }}
          />
        </>
      ) : error ? (
        <ReadFailure of={read} title={t('settings_changes.one_unreadable')} />
      ) : (
        <div aria-busy className="flex flex-col gap-6">
          <Skeleton className="h-52 w-full rounded-card" />
          <Skeleton className="h-64 w-full rounded-card" />
          <Skeleton className="h-28 w-full rounded-card" />
        </div>
      )}
    </Page>
  )
}
