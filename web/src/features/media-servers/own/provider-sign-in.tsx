import type { postServerSignInCheck } from '@foyer/contract/media-servers/server-sign-in'
import type { RouteResult } from '@foyer/contract/route'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { RateLimitedButton } from '#lib/rate-limited-button.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PassingButtons } from '#ui/passing-buttons.tsx'
import { PinApproval } from '#ui/pin-approval.tsx'
import { refreshServers, signInCheckQuery, useBeginSignIn } from './api.ts'

const provider = PRODUCT_NAMES.invite_server

type Checked = RouteResult<typeof postServerSignInCheck>
export type SignedIn = Extract<Checked, { linked: true }>

/** Signing in at the provider proves which account is the reader's. */
export function ProviderSignIn({ onDone }: { onDone: (result: SignedIn) => void }) {
  const { t } = useTranslation()
  const begin = useBeginSignIn()
  const wait = useRetryAfter(begin.error)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      {begin.error && <Notice tone="danger">{errorText(t, begin.error)}</Notice>}
      <p className="text-sm">{t('media_servers.sign_in.text', { provider })}</p>
      {begin.data ? (
        <Pending
          key={begin.data.pin_id}
          pin={begin.data}
          restarting={begin.isPending}
          onAgain={() => begin.mutate()}
          onDone={onDone}
        />
      ) : (
        <PassingButtons to={box}>
          <span>
            <RateLimitedButton wait={wait} loading={begin.isPending} onClick={() => begin.mutate()}>
              {t('media_servers.sign_in.begin', { provider })}
            </RateLimitedButton>
          </span>
        </PassingButtons>
      )}
    </div>
  )
}

interface PendingProps {
  pin: { pin_id: string; code: string; url: string; expires_at: string }
  restarting: boolean
  onAgain: () => void
  onDone: (result: SignedIn) => void
}

function Pending({ pin, restarting, onAgain, onDone }: PendingProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const check = useQuery(signInCheckQuery(pin.pin_id))
  const result = check.data?.linked ? check.data : undefined

  useEffect(() => {
    if (!result) return
    refreshServers(queries)
    onDone(result)
  }, [result, queries, onDone])

  if (check.error) {
    const expired = check.error instanceof ApiError && check.error.code === 'pin_expired'
    return (
      <Notice
        tone="warn"
        action={
          <Button
            size="sm"
            loading={restarting || check.isFetching}
            onClick={() => (expired ? onAgain() : void check.refetch())}
          >
            {expired ? t('media_servers.sign_in.again') : t('ui.retry')}
          </Button>
        }
      >
        {errorText(t, check.error)}
      </Notice>
    )
  }
  return (
    <PinApproval
      url={pin.url}
      code={pin.code}
      text={t('media_servers.sign_in.approve', { provider })}
      code_label={t('media_servers.sign_in.code')}
      open_label={t('media_servers.sign_in.open', { provider })}
      waiting={t('media_servers.sign_in.waiting', { time: format.time(pin.expires_at) })}
    />
  )
}
