import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { type Step, stepFrom } from './wizard-progress.ts'

interface WizardActionsProps {
  step: Step
  /** Something is set up in this step, so continuing is not skipping. */
  done: boolean
  onGo: (step: Step | null) => void
}

/** Back, and next: labelled "skip" while a step is empty, primary once it is not. */
export function WizardActions({ step, done, onGo }: WizardActionsProps) {
  const { t } = useTranslation()
  const before = stepFrom(step, -1)
  const next = stepFrom(step, 1)
  return (
    <>
      {before ? (
        <Button variant="ghost" onClick={() => onGo(before)}>
          {t('wizard.back')}
        </Button>
      ) : (
        <span />
      )}
      <Button variant={done ? 'primary' : 'secondary'} onClick={() => onGo(next)}>
        {done ? (next ? t('wizard.next') : t('wizard.finish')) : t('wizard.skip')}
      </Button>
    </>
  )
}
