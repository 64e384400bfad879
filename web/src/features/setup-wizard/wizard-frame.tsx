import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#ui/cx.ts'
import { Logo } from '#ui/logo.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { type Step, STEPS } from './wizard-progress.ts'

interface WizardFrameProps {
  step: Step
  /** Back, skip, continue. */
  actions: ReactNode
  /** Leaves the wizard for the home page. */
  leave: ReactNode
  children: ReactNode
}

/** The layout of a wizard step: progress, purpose, content and buttons. */
export function WizardFrame({ step, actions, leave, children }: WizardFrameProps) {
  const { t } = useTranslation()
  const at = STEPS.indexOf(step)
  const heading = useRef<HTMLHeadingElement>(null)
  const was = useRef(step)
  // A step is a new page, so screen readers start at its beginning.
  useEffect(() => {
    if (was.current === step) return
    was.current = step
    heading.current?.focus()
    scrollTo({ top: 0 })
  }, [step])
  return (
    <div className="stage-light flex min-h-dvh flex-col bg-ink">
      <header className="mx-auto flex w-full max-w-2xl items-center justify-between gap-4 px-5 pt-[calc(1rem+env(safe-area-inset-top))]">
        <span className="flex items-center gap-2.5">
          <Logo className="size-7 text-accent" />
          <span className="font-semibold tracking-tight">Foyer</span>
        </span>
        {leave}
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-5 pt-6 pb-8 outline-none sm:gap-8 sm:pt-10"
      >
        <PhoneProgress at={at} />
        <div className="hidden sm:block">
          <Stepper label={t('wizard.steps')} steps={STEPS.map(one => t(`wizard.step.${one}`))} current={at} />
        </div>
        <div className="flex flex-col gap-2">
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold outline-none sm:text-2xl">
            {t(`wizard.title.${step}`)}
          </h1>
          <p className="max-w-prose text-muted">{t(`wizard.text.${step}`)}</p>
        </div>
        <div className="flex flex-1 flex-col gap-4">{children}</div>
      </main>
      <footer className="sticky bottom-0 z-10 border-t border-line bg-surface">
        <div className="mx-auto flex w-full max-w-2xl items-center justify-between gap-3 px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]">
          {actions}
        </div>
      </footer>
    </div>
  )
}

/** Four dashes and a label, where a row of circles would not fit. */
function PhoneProgress({ at }: { at: number }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 sm:hidden">
      <p className="text-sm text-muted">{t('wizard.of', { at: at + 1, count: STEPS.length })}</p>
      <span aria-hidden className="flex gap-1.5">
        {STEPS.map((step, index) => (
          <span
            key={step}
            className={cx('h-1 flex-1 rounded-full transition-colors', index <= at ? 'bg-accent' : 'bg-line')}
          />
        ))}
      </span>
    </div>
  )
}
