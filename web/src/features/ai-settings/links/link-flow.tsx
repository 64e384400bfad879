import type { AiDeviceCode } from '@foyer/contract/assistant/ai-oauth'
import type { AiOauthProvider } from '@foyer/contract/assistant/ai-providers'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { serverTime } from '#lib/api.ts'
import { clockText } from '#lib/clock-text.ts'
import { errorText } from '#lib/error-text.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useNow } from '#lib/use-now.ts'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { DeviceCode } from '#ui/device-code.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { linkFlowQuery, type Owner, useBeginLink, useCancelLink } from './api.ts'
import { flowEnd } from './flow-state.ts'

interface LinkFlowProps {
  owner: Owner
  provider: AiOauthProvider
  /** The model to use once the account is linked. */
  model: string
}

/** Links an account: the person enters a code on the provider's page (2:4.6). */
export function LinkFlow({ owner, provider, model }: LinkFlowProps) {
  const { t } = useTranslation()
  const begin = useBeginLink(owner, provider)
  const wait = useRetryAfter(begin.error)
  return (
    <div className="flex flex-col gap-4">
      {begin.error && <Notice tone="danger">{errorText(t, begin.error)}</Notice>}
      {begin.data ? (
        <Pending
          key={begin.data.flow_id}
          owner={owner}
          provider={provider}
          flow={begin.data}
          onAgain={() => begin.mutate(model)}
          onLeave={begin.reset}
        />
      ) : (
        <span>
          <RateLimitedButton
            variant="primary"
            wait={wait}
            loading={begin.isPending}
            onClick={() => begin.mutate(model)}
          >
            {t('ai_settings.link.begin')}
          </RateLimitedButton>
        </span>
      )}
    </div>
  )
}

interface PendingProps extends Omit<LinkFlowProps, 'model'> {
  flow: AiDeviceCode
  onAgain: () => void
  onLeave: () => void
}

function Pending({ owner, provider, flow, onAgain, onLeave }: PendingProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const poll = useQuery(linkFlowQuery(owner, provider, flow))
  const cancel = useCancelLink(owner, provider)
  const end = flowEnd({ flow: poll.data, error: poll.error, left_ms: leftOf(flow) })

  // A cancel can arrive after the account was linked, so the settings are loaded again before this closes.
  const leave = useCallback(() => {
    void queries.invalidateQueries({ queryKey: ['app-config'] })
    void queries.invalidateQueries({ queryKey: ['ai-settings'] }).then(onLeave)
  }, [queries, onLeave])
  useEffect(() => {
    if (end === 'connected') leave()
  }, [end, leave])

  if (end === 'connected') return <Notice tone="ok">{t('ai_settings.link.end.connected')}</Notice>
  if (end !== null) {
    return (
      <Notice
        tone="warn"
        action={
          <Button size="sm" onClick={onAgain}>
            {t('ai_settings.link.again')}
          </Button>
        }
      >
        {end === 'lost' ? t('ai_settings.link.lost') : t(`ai_settings.link.end.${end}`)}
      </Notice>
    )
  }
  return (
    <DeviceCode
      code={flow.user_code}
      code_label={t('ai_settings.link.code')}
      text={t('ai_settings.link.enter')}
      url={flow.verification_uri_complete ?? flow.verification_uri}
      open_label={t('ai_settings.link.open')}
      qr_label={t('ai_settings.link.qr')}
      action={
        <Button
          variant="ghost"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(flow.flow_id, { onSettled: leave })}
        >
          {t('ui.cancel')}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <WaitingLine>{t('ai_settings.link.waiting')}</WaitingLine>
        <Countdown flow={flow} />
      </div>
      {poll.error && <Notice tone="warn">{errorText(t, poll.error)}</Notice>}
    </DeviceCode>
  )
}

const leftOf = (flow: AiDeviceCode) => Date.parse(flow.expires_at) - serverTime.now()

function Countdown({ flow }: Pick<PendingProps, 'flow'>) {
  const { t } = useTranslation()
  useNow(1_000)
  return (
    <span role="timer" className="text-sm text-muted tabular-nums">
      {t('ai_settings.link.left', { time: clockText(leftOf(flow)) })}
    </span>
  )
}
