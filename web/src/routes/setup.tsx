import { createFileRoute, redirect } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { SetupForm } from '#features/sessions/setup-form.tsx'
import { wizardMemory } from '#features/setup-wizard/wizard-memory.ts'
import { resumeAt } from '#features/setup-wizard/wizard-progress.ts'
import { Stage } from '#features/shell/stage.tsx'
import { session } from '#lib/api.ts'
import { holds } from '#lib/guard.ts'
import { usePageTitle } from '#lib/page-title.ts'
import { Card } from '#ui/card.tsx'

export const Route = createFileRoute('/setup')({
  beforeLoad({ context }) {
    if (session.current()) {
      // Whoever just opened the house, or left on the way, goes on where the wizard stands.
      const step = holds('instances:manage') ? resumeAt(wizardMemory.get()) : null
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
    <Stage
      title={t('sessions.setup.heading')}
      text={t('sessions.setup.text')}
      foot={<>Foyer {status.version}</>}
    >
      <Card>
        <SetupForm />
      </Card>
    </Stage>
  )
}
