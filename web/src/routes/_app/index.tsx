import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '#features/app-config/api.ts'
import { MediaOverview } from '#features/app-config/media-overview.tsx'
import { pendingQuery } from '#features/approvals/api.ts'
import { AttentionHome } from '#features/attention/attention-home.tsx'
import { feedQuery } from '#features/discover-screen/api.ts'
import { HeroPlaceholder } from '#features/discover-screen/hero/hero-placeholder.tsx'
import { setupStatusQuery } from '#features/setup-checklist/api.ts'
import { type NextStep, nextStepOf } from '#features/setup-checklist/next-step.ts'
import { useResumeStep } from '#features/setup-wizard/wizard-memory.ts'
import { greetingAt } from '#features/shell/preferences/greeting.ts'
import { useSession } from '#lib/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { ReadFailure } from '#lib/read-failure.tsx'
import { DiscoverHome, screenTypesOf } from './-discover-home.tsx'
import { SetupChecklist } from './-setup-checklist.tsx'
import { startHero } from './-start-hero.ts'

export const Route = createFileRoute('/_app/')({
  // Loaded in parallel with the page itself.
  loader({ context: { queries } }) {
    if (hasPermission('instances:manage')) void queries.prefetchQuery(setupStatusQuery())
    if (!hasPermission('media:discover')) return
    startHero(queries, ['movie', 'tv'])
    void queries.prefetchQuery(feedQuery('trending'))
  },
  component: Home,
})

function Home() {
  const { t } = useTranslation()
  const user = useSession()?.user
  const read = useQuery(configQuery())
  // Most of the page depends on it; rendered as a transition, so that input is not blocked.
  const config = useDeferredValue(read.data)
  // Once per visit, so that the greeting does not change while it is read.
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  const can_resume = useResumeStep() !== null
  usePageTitle(t('home.title'))
  if (!user) return null
  const can_connect = user.permissions.includes('instances:manage')
  const can_discover = user.permissions.includes('media:discover')
  const has_instances = config !== undefined && config.instances.length > 0
  // A server in use opens with the hero; before that, with the setup checklist.
  const opens_with_hero = has_instances && can_discover && config.services.metadata
  const has_hero = opens_with_hero && screenTypesOf(config).length > 0
  const next = nextStepOf({ has_hero, can_resume, has_instances })
  const overview = config && (
    <MediaOverview config={config} canConnect={can_connect} isNextStep={next === 'connect'} />
  )
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <div className="flex min-w-0 flex-col gap-2 lg:flex-row lg:items-center lg:justify-between lg:gap-8">
        <h1 className="shrink-0 text-xl font-semibold sm:text-2xl">
          {t(`home.${greeting}`, { name: user.username })}
        </h1>
        {hasPermission('requests:manage') && (
          <WhatNeedsAdmins is_new={config !== undefined && !has_instances} />
        )}
      </div>
      {config ? (
        <>
          {can_connect && !opens_with_hero && <HomeChecklist next={next} collapsed={false} />}
          {!has_instances && overview}
          {can_discover && (
            <DiscoverHome
              config={config}
              opens={opens_with_hero}
              next={next}
              BelowHero={can_connect && opens_with_hero ? HomeChecklist : undefined}
            />
          )}
          {has_instances && overview}
        </>
      ) : read.error ? (
        <ReadFailure of={read} title={t('home.unreadable')} />
      ) : (
        <HeroPlaceholder saved />
      )}
    </div>
  )
}

function WhatNeedsAdmins({ is_new }: { is_new: boolean }) {
  const { data, error } = useQuery(pendingQuery())
  return <AttentionHome pending={data?.length ?? (error ? 'unreadable' : undefined)} is_new={is_new} />
}

/** Once nothing needed is left to do, it is on the settings page only. */
function HomeChecklist({ next, collapsed = true }: { next: NextStep; collapsed?: boolean }) {
  return <SetupChecklist hides_complete collapsed={collapsed} is_secondary={next !== 'resume'} />
}
