import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRedeem } from './api.ts'

interface RedeemCardProps {
  token: string
  /** Who is already signed in in this browser. */
  signedInAs: string | undefined
  /** The link was used or is no longer valid. */
  onSpent: () => void
  onIn: () => void
  /** The server requires single sign-on first, which continues with this link (1/4.1). */
  onSso: () => void
  sso: { isPending: boolean; error: unknown }
}

/** The link is redeemed only by the button: a link preview in a messenger must not use it up. */
export function RedeemCard({ token, signedInAs, onSpent, onIn, onSso, sso }: RedeemCardProps) {
  const { t } = useTranslation()
  const redeem = useRedeem()
  const error = redeem.error ?? sso.error
  const wait = useRetryAfter(error)
  // The name of the account that was signed in when the page opened; redeeming changes the session.
  const [other] = useState(signedInAs)

  function open() {
    redeem.mutate(token, {
      onSuccess: way => {
        if (way === 'in') onIn()
        else onSso()
      },
      onError: error => {
        if (error instanceof ApiError && error.code === 'invalid_connect_token') onSpent()
      },
    })
  }

  return (
    <Card className="flex flex-col gap-5">
      {Boolean(error) && <Notice tone="danger">{errorText(t, error)}</Notice>}
      {redeem.data === 'sso' && !error && <Notice>{t('connect.sso')}</Notice>}
      {other && <Notice tone="warn">{t('connect.other', { name: other })}</Notice>}
      <p className="text-muted">{t('connect.explain')}</p>
      <Button
        variant="primary"
        size="lg"
        block
        loading={redeem.isPending || sso.isPending}
        disabled={wait > 0}
        className="tabular-nums"
        onClick={open}
      >
        {wait > 0 ? t('errors.wait', { count: wait }) : t('connect.open')}
      </Button>
      {other && (
        <ButtonLink to="/" variant="ghost" size="lg" block>
          {t('connect.stay', { name: other })}
        </ButtonLink>
      )}
    </Card>
  )
}
