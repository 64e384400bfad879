import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/api-error.ts'
import { codeText, errorText } from '#lib/error-text.ts'
import { ButtonLink } from '#lib/link.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { WaitingLine } from '#ui/waiting-line.tsx'
import { openFlows, useFinishOidc } from './api.ts'
import type { OpenFlow } from './open-flows.ts'
import { sendReturn } from './return-channel.ts'
import { type Returned, storedReturn } from './returned.ts'

interface OidcReturnProps {
  onSignedIn: (wanted: string) => void
  onLinked: () => void
}

/** The end of a sign-in at the provider, in the window that began it or in the window of a test. */
export function OidcReturn(props: OidcReturnProps) {
  const [returned] = useState(storedReturn.read)
  const [open] = useState(() => (returned.flow ? openFlows.find(returned.flow) : undefined))
  useEffect(() => storedReturn.forget(), [])
  if (open && returned.code) return <Finish {...props} open={open} code={returned.code} />
  if (open || !returned.flow) return <Failed code={returned.error} open={open} />
  return <HandOver returned={returned} />
}

function Finish({ open, code, onSignedIn, onLinked }: OidcReturnProps & { open: OpenFlow; code: string }) {
  const { t } = useTranslation()
  const finish = useFinishOidc()
  const has_begun = useRef(false)

  function exchange() {
    finish.mutate(
      { open, code },
      { onSuccess: result => (result === 'signed_in' ? onSignedIn(open.wanted) : onLinked()) },
    )
  }
  const begin = useEffectEvent(exchange)
  useEffect(() => {
    // The code works once.
    if (has_begun.current) return
    has_begun.current = true
    begin()
  }, [])

  const { error } = finish
  if (error instanceof ApiError) return <Failed code={error.code} text={errorText(t, error)} open={open} />
  if (error) {
    return (
      <Card className="flex flex-col gap-5">
        <Notice tone="danger">{errorText(t, error)}</Notice>
        <Button variant="primary" size="lg" block loading={finish.isPending} onClick={exchange}>
          {t('ui.retry')}
        </Button>
      </Card>
    )
  }
  return (
    <Card className="flex min-h-24 items-center justify-center">
      <WaitingLine>
        {open.purpose === 'link' ? t('sign_in.return.linking') : t('sign_in.return.signing_in')}
      </WaitingLine>
    </Card>
  )
}

interface FailedProps {
  code: string | undefined
  text?: string
  open?: OpenFlow | undefined
}

function Failed({ code, text, open }: FailedProps) {
  const { t } = useTranslation()
  // The provider does not say more, and whoever cancelled knows it.
  const known = code === 'provider_failed' ? t('sign_in.return.not_finished') : code && codeText(t, code)
  const words = text ?? known ?? t('sign_in.return.failed')
  return (
    <Card className="flex flex-col gap-5">
      <Notice tone="danger">{code ? words : t('sign_in.return.nothing')}</Notice>
      {open?.purpose === 'link' ? (
        <ButtonLink to="/account" variant="primary" size="lg" block>
          {t('sign_in.return.to_account')}
        </ButtonLink>
      ) : (
        <ButtonLink
          to="/login"
          search={open ? { redirect: open.wanted } : {}}
          variant="primary"
          size="lg"
          block
        >
          {t('sign_in.return.to_login')}
        </ButtonLink>
      )}
    </Card>
  )
}

/** Long enough for a busy page; a confirmation that comes later still counts. */
const RECEIVED_WITHIN_MS = 5_000

/** The window of a test: the settings page holds the verifier and shows the result. */
function HandOver({ returned }: { returned: Returned }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'sending' | 'received' | 'alone'>('sending')
  useEffect(() => {
    const timer = setTimeout(() => setState(now => (now === 'sending' ? 'alone' : now)), RECEIVED_WITHIN_MS)
    const stop = sendReturn(returned, () => {
      setState('received')
      window.close()
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [returned])
  if (state === 'alone') return <Failed code={returned.error ?? 'invalid_flow'} />
  return (
    <Card className="flex min-h-24 items-center justify-center">
      {state === 'received' ? (
        <p className="text-center">{t('sign_in.return.close_window')}</p>
      ) : (
        <WaitingLine>{t('sign_in.return.signing_in')}</WaitingLine>
      )}
    </Card>
  )
}
