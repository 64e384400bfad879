import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { WizardActions } from '#features/setup-wizard/wizard-actions.tsx'
import { WizardFrame } from '#features/setup-wizard/wizard-frame.tsx'
import { wizardMemory } from '#features/setup-wizard/wizard-memory.ts'
import { isStep, type Step } from '#features/setup-wizard/wizard-progress.ts'
import { session } from '#lib/api.ts'
import { deliveryDefaultTexts } from '#lib/texts/delivery-default-texts.ts'
import { hasPermission } from '#lib/guard.ts'
import { ButtonLink } from '#lib/link.tsx'
import { usePageTitle } from '#lib/page-title.ts'
import { SetupStep } from './-setup-steps.tsx'

export const Route = createFileRoute('/setup_/$step')({
  beforeLoad({ params, location }) {
    if (!session.current()) throw redirect({ to: '/login', search: { redirect: location.href } })
    if (!hasPermission('instances:manage') || !isStep(params.step)) throw redirect({ to: '/' })
    return { step: params.step }
  },
  loader: deliveryDefaultTexts,
  component: Wizard,
})

function Wizard() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { step, status } = Route.useRouteContext()
  usePageTitle(t(`wizard.title.${step}`))
  useEffect(() => wizardMemory.set(step), [step])

  function go(next: Step | null) {
    if (next) {
      void navigate({ to: '/setup/$step', params: { step: next } })
      return
    }
    wizardMemory.set('done')
    void navigate({ to: '/' })
  }

  return (
    <SetupStep step={step} serverName={status.server_name}>
      {(body, done) => (
        <WizardFrame
          step={step}
          leave={
            <ButtonLink to="/" variant="ghost" size="sm">
              {t('wizard.later')}
            </ButtonLink>
          }
          actions={<WizardActions step={step} done={done} onGo={go} />}
        >
          {body}
        </WizardFrame>
      )}
    </SetupStep>
  )
}
