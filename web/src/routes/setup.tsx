import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SetupForm } from '#features/sessions/setup-form.tsx'
import { wizardMemory } from '#features/setup-wizard/wizard-memory.ts'
import { resumeAt } from '#features/setup-wizard/wizard-progress.ts'
import { SignedOutPage } from '#features/shell/states/signed-out-page.tsx'
import { session } from '#lib/api.ts'
import { hasPermission } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Card } from '#ui/card.tsx'

export const Route = createFileRoute('/setup')({
  beforeLoad({ context }) {
    if (session.current()) {
      // After creating the account, or when returning later, continue at the wizard's current step.
      const step = hasPermission('instances:manage') ? resumeAt(wizardMemory.get()) : null
      throw step ? redirect({ to: '/setup/$step', params: { step } }) : redirect({ to: '/' })
    }
    if (!context.status.needs_setup) throw redirect({ to: '/login' })
    wizardMemory.set('metadata')
  },
  component: Setup,
})

function Setup() {
  const { t } = useTranslation()
  const { status } = Route.useRouteContext()
  usePageTitle(t('sessions.setup.title'))
  return (
    <SignedOutPage
      title={t('sessions.setup.heading')}
      text={t('sessions.setup.text')}
      foot={<>Foyer {status.version}</>}
    >
      <Card>
        <SetupForm />
      </Card>
    </SignedOutPage>
  )
}
