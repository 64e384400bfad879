import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import Cpu from 'lucide-react/icons/cpu'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { ActivitySection } from '#features/transcoder/activity-section.tsx'
import { activityQuery } from '#features/transcoder/api.ts'
import { CountsSection, type CountsSectionProps } from '#features/transcoder/counts-section.tsx'
import { readTranscoderSearch } from '#features/transcoder/transcoder-search.ts'
import { requirePermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { transcoderTexts } from '#lib/texts/transcoder-texts.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export const Route = createFileRoute('/_app/transcoder')({
  validateSearch: readTranscoderSearch,
  loader: () => {
    requirePermission('monitoring:read')
    return transcoderTexts()
  },
  component: TranscoderPage,
})

function TranscoderPage() {
  const { t } = useTranslation()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const read = useQuery(configQuery())
  const { data: config, error } = read
  const transcoders = config?.instances.filter(one => one.service_type === 'transcoder') ?? []
  const shown = transcoders.find(one => one.id === search.instance) ?? transcoders[0]
  usePageTitle(t('transcoder.title'))
  return (
    <Page>
      <PageHeader
        title={t('transcoder.title')}
        text={t('transcoder.text')}
        action={
          shown &&
          transcoders.length > 1 && (
            <div className="w-full sm:w-56">
              <Select
                aria-label={t('transcoder.instance')}
                value={shown.id}
                choices={transcoders.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={instance => void navigate({ search: { instance }, replace: true })}
              />
            </div>
          )
        }
      />
      {shown ? (
        <Transcoder
          key={shown.id}
          instance_id={shown.id}
          library={search.library}
          onLibrary={library =>
            void navigate({
              search: { instance: shown.id, ...(library && { library }) },
              replace: true,
              resetScroll: false,
            })
          }
        />
      ) : config ? (
        <EmptyState
          icon={<Cpu />}
          title={t('transcoder.none_title')}
          action={
            <ButtonLink to="/instances/new/$type" params={{ type: 'transcoder' }} variant="primary">
              {t('transcoder.connect')}
            </ButtonLink>
          }
        >
          {t('transcoder.none_text')}
        </EmptyState>
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <Skeleton className="h-96 w-full rounded-card" />
      )}
    </Page>
  )
}

/** Nobody knows how many jobs there are before the answer, so the counts below them wait: they would jump. */
function Transcoder(props: CountsSectionProps) {
  // Only looks: the section itself asks, and again every few seconds.
  const { isPending } = useQuery({ ...activityQuery(props.instance_id), enabled: false })
  return (
    <>
      <ActivitySection instance_id={props.instance_id} />
      <div hidden={isPending}>
        <CountsSection {...props} />
      </div>
    </>
  )
}
