import type { postServerSignInCheck } from '@foyer/contract/media-servers/server-sign-in'
import type { RouteResult } from '@foyer/contract/route'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText, retryText } from '#lib/error-text.ts'
import { useFormat } from '#lib/i18n.ts'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { refreshServers, signInCheckQuery, useBeginSignIn } from './api.ts'

const provider = PRODUCT_NAMES.invite_server

type Checked = RouteResult<typeof postServerSignInCheck>
export type SignedIn = Extract<Checked, { linked: true }>

/** Signing in at the provider proves which account is the reader's. */
export function ProviderSignIn({ onDone }: { onDone: (result: SignedIn) => void }) {
  const { t } = useTranslation()
  const begin = useBeginSignIn()
  const wait = useRetryAfter(begin.error)
  return (
    <div className="flex flex-col gap-4">
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
        <span>
          <Button
            variant="primary"
            className="tabular-nums"
            loading={begin.isPending}
            disabled={wait > 0}
            onClick={() => begin.mutate()}
          >
            {wait > 0 ? retryText(t, wait) : t('media_servers.sign_in.begin', { provider })}
          </Button>
        </span>
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
    <div className="flex flex-col gap-4">
      <p className="text-sm">{t('media_servers.sign_in.approve', { provider })}</p>
      {/* A long code is part of the link and never typed; a short one may have to be entered. */}
      <p className={cx('font-mono', pin.code.length > 8 ? 'text-xs text-muted' : 'text-2xl font-semibold')}>
        <span className="sr-only">{t('media_servers.sign_in.code')} </span>
        {pin.code}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton
          href={pin.url}
          target="_blank"
          rel="noreferrer"
          variant="primary"
          icon={<ExternalLink aria-hidden />}
        >
          {t('media_servers.sign_in.open', { provider })}
        </LinkButton>
        <WaitingLine>{t('media_servers.sign_in.waiting', { time: format.time(pin.expires_at) })}</WaitingLine>
      </div>
    </div>
  )
}
