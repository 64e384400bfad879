import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import KeyRound from 'lucide-react/icons/key-round'
import { useTranslation } from 'react-i18next'
import { useRetryAfter } from '#lib/use-retry-after.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePasskeySignIn } from './api.ts'
import { failureText } from './failure-text.ts'
import { judgeFailure } from './passkey-failure.ts'
import { usePasskeyAutofill } from './use-autofill.ts'

/** Passkey sign-in: by this button, or from the username field's suggestions. */
export function PasskeyButton({ primary }: { primary: boolean }) {
  const { t } = useTranslation()
  const signIn = usePasskeySignIn()
  const autofill = usePasskeyAutofill()
  const wait = useRetryAfter(signIn.error)
  const words = failureText(t, signIn.error ?? autofill.refused)
  const isCancelled = judgeFailure(signIn.error) === 'cancelled'
  if (!browserSupportsWebAuthn()) return null
  return (
    <>
      {words && <Notice tone={isCancelled ? 'info' : 'danger'}>{words}</Notice>}
      <Button
        size="lg"
        block
        variant={primary ? 'primary' : 'secondary'}
        icon={<KeyRound aria-hidden />}
        loading={signIn.isPending}
        disabled={wait > 0}
        className="tabular-nums"
        onClick={() => signIn.mutate()}
      >
        {wait > 0 ? t('errors.wait', { count: wait }) : t('passkeys.sign_in')}
      </Button>
    </>
  )
}
