import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { finishSignIn, signInCeremony } from './api.ts'

/**
 * Offers passkeys in the username field while the page is visible. An extra beside the button, so a failed start is
 * silent; a passkey that was picked and refused is reported.
 */
export function usePasskeyAutofill(): { refused: ApiError | null } {
  const [refused, setRefused] = useState<ApiError | null>(null)
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined

    async function offer() {
      if (ended || !(await browserSupportsWebAuthnAutofill())) return
      const ceremony = await signInCeremony.open().catch(() => null)
      if (ended) return
      // A page that stays open starts a new ceremony in time.
      clearTimeout(timer)
      timer = setTimeout(renew, signInCeremony.usableMs())
      if (!ceremony) return
      try {
        await finishSignIn(ceremony, { autofill: true })
      } catch (error) {
        if (!ended && error instanceof ApiError) setRefused(error)
      }
    }

    function renew() {
      if (document.visibilityState === 'visible') void offer()
      else document.addEventListener('visibilitychange', () => void offer(), { once: true })
    }

    void offer()
    return () => {
      ended = true
      clearTimeout(timer)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [])
  return { refused }
}
