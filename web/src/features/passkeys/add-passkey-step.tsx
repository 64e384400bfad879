import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useTranslation } from 'react-i18next'
import { deviceName } from '#lib/device.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { passkeysQuery, useAddPasskey } from './api.ts'
import { failureText } from './failure-text.ts'
import { judgeFailure } from './passkey-failure.ts'

/** Adds a passkey with one press for a new account; it can be named later. */
export function AddPasskeyStep() {
  const { t } = useTranslation()
  const add = useAddPasskey()
  const { data = [] } = useQuery(passkeysQuery())
  const words = failureText(t, add.error)
  if (!browserSupportsWebAuthn()) return null
  if (data.length > 0) return <Notice tone="ok">{t('passkeys.step_done')}</Notice>
  return (
    <div className="flex flex-col gap-3">
      {words && <Notice tone={judgeFailure(add.error) === 'cancelled' ? 'info' : 'danger'}>{words}</Notice>}
      <Button
        block
        icon={<KeyRound aria-hidden />}
        loading={add.isPending}
        onClick={() => add.mutate(deviceName(navigator.userAgent))}
      >
        {t('passkeys.add.open')}
      </Button>
      <p className="text-sm text-muted">{t('passkeys.text')}</p>
    </div>
  )
}
