import { useTranslation } from 'react-i18next'
import { ServerUnreachable } from '#lib/api-error.ts'
import { serverTime } from '#lib/api.ts'
import { clockText } from '#lib/clock-text.ts'
import { errorText } from '#lib/error-text.ts'
import { useNow } from '#lib/use-now.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { isFinal, useRepeatedCheck } from '../repeated-check.ts'
import { checkQuickConnect, type QuickFlow } from './api.ts'
import type { QuickSteps } from './use-quick-connect.ts'

interface QuickConnectProps {
  flow: QuickFlow
  steps: QuickSteps
}

/** A code to enter in an app that is signed in to the video server. */
export function QuickConnect({ flow, steps }: QuickConnectProps) {
  const { t } = useTranslation()
  const error = useRepeatedCheck(flow.interval, () => checkQuickConnect(flow))
  // Renders again every second.
  useNow(1_000)
  const left_ms = Date.parse(flow.expires_at) - serverTime.now()
  const wait = useRetryAfter(steps.error)
  const server = flow.server.name

  if (isFinal(error) || left_ms <= 0) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone={left_ms <= 0 ? 'warn' : 'danger'}>
          {left_ms <= 0 ? t('sign_in.quick.expired') : errorText(t, error)}
        </Notice>
        {steps.error !== null && <Notice tone="danger">{errorText(t, steps.error)}</Notice>}
        <RateLimitedButton
          variant="primary"
          size="lg"
          block
          loading={steps.starting}
          wait={wait}
          onClick={() => steps.start(flow.server)}
        >
          {t('sign_in.quick.again')}
        </RateLimitedButton>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <p className="rounded-control border border-line bg-raised px-4 py-5 text-center">
        <span className="sr-only">{t('sign_in.quick.code', { code: flow.code.split('').join(' ') })}</span>
        <span aria-hidden className="text-2xl font-semibold tracking-[0.25em] tabular-nums select-all">
          {flow.code}
        </span>
      </p>
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 marker:text-muted">
        <li>{t('sign_in.quick.step_open', { server })}</li>
        <li>{t('sign_in.quick.step_menu')}</li>
        <li>{t('sign_in.quick.step_enter')}</li>
      </ol>
      {error !== null && (
        <Notice tone="warn">
          {error instanceof ServerUnreachable
            ? t('sign_in.check_offline')
            : t('sign_in.server.away', { server })}
        </Notice>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <WaitingLine>{t('sign_in.quick.waiting')}</WaitingLine>
        <span role="timer" className="text-sm text-muted tabular-nums">
          {t('sign_in.quick.left', { time: clockText(left_ms) })}
        </span>
      </div>
    </div>
  )
}
