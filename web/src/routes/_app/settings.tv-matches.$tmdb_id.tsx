import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { matchQuery, repairsQuery } from '#features/tv-matches/api.ts'
import { MatchForm } from '#features/tv-matches/match-form.tsx'
import { MatchSummary } from '#features/tv-matches/match-summary.tsx'
import { RepairList } from '#features/tv-matches/repair-list.tsx'
import { isMissing } from '#lib/api-error.ts'
import { requirePermission } from '#lib/guard.ts'
import { librariesFor } from '#lib/libraries.ts'
import { BackLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { useLocalTitles } from '#lib/title-names.ts'
import { tvMatchTexts } from '#lib/texts/tv-match-texts.ts'
import { Field } from '#ui/field.tsx'
import { Page } from '#ui/page.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { unsavedChanges } from '#ui/unsaved-changes.ts'

export const Route = createFileRoute('/_app/settings/tv-matches/$tmdb_id')({
  validateSearch: ({ library }: Record<string, unknown>): { library?: string } =>
    typeof library === 'string' && library !== '' ? { library } : {},
  loader() {
    requirePermission('requests:manage')
    return tvMatchTexts()
  },
  component: TvMatchPage,
})

function TvMatchPage() {
  const { t } = useTranslation()
  const tmdb_id = Number(Route.useParams().tmdb_id)
  const { library: instance_id } = Route.useSearch()
  const navigate = Route.useNavigate()
  const libraries = librariesFor(useQuery(configQuery()).data, 'tv')
  const show = { tmdb_id, instance_id }
  const read = useQuery(matchQuery(show))
  const { data, error, isFetched } = read
  const repairs = useQuery(repairsQuery(tmdb_id))
  const [match] = useLocalTitles(data ? [{ ...data.match, media_type: 'tv' }] : [])
  const title = match?.title ?? t('tv_matches.one')
  usePageTitle(title)
  if (isMissing(error)) return <NotFound />
  return (
    <Page>
      <PageHeader
        back={<BackLink to="/settings/tv-matches">{t('settings.tv_matches.title')}</BackLink>}
        title={title}
        text={t('tv_matches.one_text')}
      />
      {libraries.length > 1 && (
        <Field label={t('tv_matches.library')}>
          {wiring => (
            <Select
              {...wiring}
              value={instance_id ?? data?.instance_id ?? libraries[0]?.id ?? ''}
              choices={libraries.map(({ id, name }) => ({ value: id, label: name }))}
              // The seasons of one library are not those of another: what is not saved would be gone.
              onChange={library =>
                unsavedChanges.askBefore(() => void navigate({ search: { library }, replace: true }))
              }
            />
          )}
        </Field>
      )}
      {data ? (
        <>
          <MatchSummary show={show} detail={data} />
          <MatchForm key={data.instance_id} show={show} detail={data} />
        </>
      ) : error ? (
        <ReadFailure of={read} />
      ) : (
        <div aria-busy className="flex flex-col gap-4 lg:gap-6">
          <Skeleton className="h-40 w-full rounded-card" />
          <Skeleton className="h-64 w-full rounded-card" />
        </div>
      )}
      {/* Below the cards of the match, whose height is not known before. */}
      {repairs.data && isFetched && <RepairList tmdb_id={tmdb_id} repairs={repairs.data} />}
      {repairs.error && data && <ReadFailure of={repairs} compact />}
    </Page>
  )
}
