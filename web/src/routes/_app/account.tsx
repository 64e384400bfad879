import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Profile } from '#features/sessions/profile.tsx'
import { SignInFacts } from '#features/sessions/sign-in-facts.tsx'
import { ThisDevice } from '#features/sessions/this-device.tsx'
import { PreferencesCard } from '#features/shell/preferences-card.tsx'
import { useSession } from '#lib/api.ts'
import { usePageTitle } from '#lib/page-title.ts'

export const Route = createFileRoute('/_app/account')({ component: Account })

function Account() {
  const { t } = useTranslation()
  const session = useSession()
  usePageTitle(t('sessions.account.title'))
  if (!session) return null
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 lg:gap-8">
      <Profile user={session.user} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <PreferencesCard />
        <div className="flex flex-col gap-4 lg:gap-6">
          <SignInFacts user={session.user} />
          <ThisDevice device_id={session.device_id} />
        </div>
      </div>
    </div>
  )
}
