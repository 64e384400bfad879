import type { AppConfig } from '@foyer/contract/app-config'
import { LIBRARY_MANAGERS } from '@foyer/contract/instance-types'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { HouseHome } from '#features/app-config/house-home.tsx'
import { attentionQuery } from '#features/attention/api.ts'
import { AttentionHome } from '#features/attention/attention-home.tsx'
import { feedQuery } from '#features/discover-screen/api.ts'
import { HeroWaiting } from '#features/discover-screen/hero-waiting.tsx'
import { setupStatusQuery } from '#features/setup-checklist/api.ts'
import { ChecklistCard, ChecklistWaiting } from '#features/setup-checklist/checklist-card.tsx'
import { useResumeStep } from '#features/setup-wizard/wizard-memory.ts'
import { greetingAt } from '#features/shell/greeting.ts'
import { useSession } from '#lib/api.ts'
import { errorWords } from '#lib/error-words.ts'
import { holds } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { DiscoverHome } from './-discover-home.tsx'
import { startHero } from './-start-hero.ts'

export const Route = createFileRoute('/_app/')({
  // Asked for while the page itself is still on its way.
  loader({ context: { queries } }) {
    void queries.prefetchQuery(configQuery())
    if (holds('instances:manage')) {
      void queries.prefetchQuery(setupStatusQuery())
      void queries.prefetchQuery(attentionQuery())
    }
    if (!holds('media:discover')) return
    startHero(queries, ['movie', 'tv'])
    void queries.prefetchQuery(feedQuery('trending'))
  },
  component: Home,
})

function Home() {
  const { t } = useTranslation()
  const user = useSession()?.user
  const resume = useResumeStep()
  const { data: read, error, isFetching, refetch } = useQuery(configQuery())
  // Most of the page hangs on it; made in small pieces, it keeps no finger waiting.
  const config = useDeferredValue(read)
  // Once per visit: a greeting that changes under the reader would be odd.
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  usePageTitle(t('home.title'))
  if (!user) return null
  const can_connect = user.permissions.includes('instances:manage')
  const discovers = user.permissions.includes('media:discover')
  const furnished = config !== undefined && config.instances.length > 0
  // A house that is lived in opens with its headline; until then with what is left to do.
  const opens = furnished && discovers && config.services.metadata
  const checklist = can_connect && (
    <AttentionHome waiting={<ChecklistWaiting folded={opens} />}>
      <ChecklistCard
        folded={opens}
        library_id={managerOf(config)}
        action={
          resume && (
            <ButtonLink to="/setup/$step" params={{ step: resume }} variant="primary">
              {t('home.resume')}
            </ButtonLink>
          )
        }
      />
    </AttentionHome>
  )
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <h1 className="text-xl font-semibold sm:text-2xl">{t(`home.${greeting}`, { name: user.username })}</h1>
      {config ? (
        <>
          {!opens && checklist}
          {!furnished && <HouseHome config={config} canConnect={can_connect} />}
          {discovers && (
            <DiscoverHome config={config} opens={opens}>
              {opens && checklist}
            </DiscoverHome>
          )}
          {furnished && <HouseHome config={config} canConnect={can_connect} />}
        </>
      ) : error ? (
        <ErrorState title={t('home.unreadable')} retrying={isFetching} onRetry={() => void refetch()}>
          {errorWords(t, error)}
        </ErrorState>
      ) : (
        <HeroWaiting kept />
      )}
    </div>
  )
}

/** The library whose folders are mapped first: one that has none mapped yet. */
function managerOf(config: AppConfig | undefined): string | undefined {
  const managers = config?.instances.filter(({ service_type }) =>
    LIBRARY_MANAGERS.some(type => type === service_type),
  )
  return (managers?.find(one => !one.media_downloads) ?? managers?.[0])?.id
}
