import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { matchesQuery } from '#features/tv-matches/api.ts'
import { MatchList } from '#features/tv-matches/match-list.tsx'
import { ShowSearch } from '#features/tv-matches/show-search.tsx'
import { requirePermission } from '#lib/guard.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { tvMatchTexts } from '#lib/texts/tv-match-texts.ts'
import { Section } from '#ui/section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SettingsPage } from './-settings-page.tsx'

export const Route = createFileRoute('/_app/settings/tv-matches/')({
  // The router parses "24" as a number.
  validateSearch: ({ q }: Record<string, unknown>): { q?: string } =>
    (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q) } : {},
  loader({ context }) {
    requirePermission('requests:manage')
    void context.queries.prefetchQuery(matchesQuery())
    return tvMatchTexts()
  },
  component: TvMatchesPage,
})

function TvMatchesPage() {
  const { t } = useTranslation()
  const { q = '' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const read = useQuery(matchesQuery())
  const { data, error } = read
  return (
    <SettingsPage title={t('settings.tv_matches.title')} text={t('tv_matches.text')}>
      <ShowSearch
        key={q}
        query={q}
        onQuery={query => void navigate({ search: query ? { q: query } : {}, resetScroll: false })}
      />
      <Section title={t('tv_matches.decided')}>
        {data ? (
          <MatchList rows={data} />
        ) : error ? (
          <ReadFailure of={read} />
        ) : (
          <Skeleton className="h-72 w-full rounded-card" />
        )}
      </Section>
    </SettingsPage>
  )
}
