import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ServerUnreachable } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { isFinal, useRepeatedCheck } from '../repeated-check.ts'
import { checkPlex, type PlexFlow } from './api.ts'
import type { PlexSteps } from './use-plex-flow.ts'

const provider = PRODUCT_NAMES.invite_server

interface PlexWaitingProps {
  flow: PlexFlow
  steps: PlexSteps
  /** Signed in or linked. */
  onDone?: () => void
}

/** Waits for the approval at Plex. The link is for browsers that blocked the window, and for a page loaded again. */
export function PlexWaiting({ flow, steps, onDone }: PlexWaitingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const error = useRepeatedCheck(flow.interval, async () => {
    const checked = await checkPlex(flow)
    if (checked === 'done') {
      steps.end()
      onDone?.()
    }
    return checked
  })
  const refused = isFinal(error)
  const end = useEffectEvent(steps.end)
  useEffect(() => {
    if (refused) end()
  }, [refused])

  if (refused) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="danger">{errorText(t, error)}</Notice>
        {steps.error !== null && <Notice tone="danger">{errorText(t, steps.error)}</Notice>}
        <Button variant="primary" size="lg" block loading={steps.starting} onClick={steps.start}>
          {t('sign_in.again')}
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p>{t('sign_in.plex.approve', { provider })}</p>
      {error !== null && (
        <Notice tone="warn">
          {error instanceof ServerUnreachable
            ? t('sign_in.check_offline')
            : t('sign_in.plex.away', { provider })}
        </Notice>
      )}
      <LinkButton
        href={flow.url}
        target="_blank"
        rel="noreferrer"
        variant="primary"
        size="lg"
        block
        icon={<ExternalLink aria-hidden />}
      >
        {t('sign_in.plex.open', { provider })}
      </LinkButton>
      <WaitingLine>{t('sign_in.plex.waiting', { time: format.time(flow.expires_at) })}</WaitingLine>
    </div>
  )
}
