import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { greetingAt } from '#features/shell/greeting.ts'
import { HomeEmpty } from '#features/shell/home-empty.tsx'
import { useSession } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'

export const Route = createFileRoute('/_app/')({ component: Home })

function Home() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  const user = useSession()?.user
  // Once per visit: a greeting that changes under the reader would be odd.
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  usePageTitle(t('home.title'))
  if (!user) return null
  return (
    <div className="flex flex-col gap-6 lg:gap-8">
      <h1 className="text-xl font-semibold sm:text-2xl">{t(`home.${greeting}`, { name: user.username })}</h1>
      <HomeEmpty user={user} serverName={status.server_name} />
    </div>
  )
}
