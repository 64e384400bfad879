import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AccountSection } from '#features/account-sections/account-section.tsx'
import { OwnAiRow } from '#features/ai-settings/own/own-ai-row.tsx'
import { AssistantsRow } from '#features/assistants/assistants-row.tsx'
import { OwnDestinationsCard } from '#features/destinations/own-destinations-card.tsx'
import { ChoicesCard } from '#features/notifications/choices-card.tsx'
import { ReceiversCard } from '#features/notifications/receivers-card.tsx'
import { OwnDevicesCard } from '#features/own-devices/own-devices-card.tsx'
import { PasskeysCard } from '#features/passkeys/passkeys-card.tsx'
import { LanguageCard } from '#features/person-preferences/language-card.tsx'
import { authStatusQuery, signOut } from '#features/sessions/api.ts'
import { PasswordCard } from '#features/sessions/password-card.tsx'
import { Profile } from '#features/sessions/profile.tsx'
import { MorePages } from '#features/shell/frame/more-pages.tsx'
import { PreferencesCard } from '#features/shell/preferences/preferences-card.tsx'
import { OwnIdentitiesCard } from '#features/sign-in/identities/own-identities-card.tsx'
import { useSession } from '#lib/api.ts'
import { destinationTexts } from '#lib/texts/destination-texts.ts'
import { notificationTexts } from '#lib/texts/notification-texts.ts'
import { searchTexts } from '#lib/texts/search-texts.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { signInTexts } from '#lib/texts/sign-in-texts.ts'
import { Page } from '#ui/page.tsx'
import { RowList } from '#ui/row-link.tsx'

export const Route = createFileRoute('/_app/account')({
  /** `linked`: comes from linking an account. */
  validateSearch: ({ linked }: Record<string, unknown>): { linked?: true } =>
    linked === true ? { linked } : {},
  loader: () => Promise.all([destinationTexts(), notificationTexts(), searchTexts(), signInTexts()]),
  component: Account,
})

function Account() {
  const { t } = useTranslation()
  const context = Route.useRouteContext()
  const { linked = false } = Route.useSearch()
  const navigate = Route.useNavigate()
  // An admin may have turned a method on or off since this page was opened.
  const { data: status = context.status } = useQuery({ ...authStatusQuery(), staleTime: 0 })
  const session = useSession()
  usePageTitle(t('sessions.account.title'))
  if (!session) return null
  const { user, device_id } = session
  return (
    <Page>
      <Profile user={user} />
      <MorePages permissions={user.permissions} />
      <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <AccountSection id="notifications">
            <ChoicesCard is_admin={user.role === 'admin'} />
          </AccountSection>
          <AccountSection id="receivers">
            <ReceiversCard device_id={device_id} />
          </AccountSection>
          <AccountSection id="destinations">
            <OwnDestinationsCard is_admin={user.role === 'admin'} />
          </AccountSection>
        </div>
        <div className="flex min-w-0 flex-col gap-4 lg:gap-6">
          <AccountSection id="language">
            <LanguageCard />
          </AccountSection>
          <AccountSection id="theme">
            <PreferencesCard />
          </AccountSection>
          <AccountSection id="password">
            <PasswordCard user={user} />
          </AccountSection>
          <AccountSection id="passkeys">
            <PasskeysCard user={user} serverName={status.server_name} available={status.webauthn_available} />
          </AccountSection>
          <AccountSection id="linked">
            <OwnIdentitiesCard
              user={user}
              status={status}
              linked={linked}
              onLinked={() => void navigate({ search: { linked: true }, replace: true, resetScroll: false })}
            />
          </AccountSection>
          <RowList>
            <OwnAiRow />
            <AssistantsRow />
          </RowList>
          <AccountSection id="devices">
            <OwnDevicesCard onSignOut={signOut} />
          </AccountSection>
        </div>
      </div>
    </Page>
  )
}
