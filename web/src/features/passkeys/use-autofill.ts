import { browserSupportsWebAuthnAutofill, WebAuthnAbortService } from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api-error.ts'
import { beginSignIn, finishSignIn } from './api.ts'

/** A challenge holds for five minutes (1/4.1); a page left open asks for another in time. */
const RENEW_MS = 4 * 60_000

/**
 * Offers passkeys inside the name field while the page is looked at. It is an extra beside the button, so
 * nothing is said when it cannot begin; a passkey that was picked and refused is another matter.
 */
export function usePasskeyAutofill(): { refused: ApiError | null } {
  const [refused, setRefused] = useState<ApiError | null>(null)
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined

    async function offer() {
      if (ended || !(await browserSupportsWebAuthnAutofill())) return
      clearTimeout(timer)
      timer = setTimeout(renew, RENEW_MS)
      const ceremony = await beginSignIn().catch(() => null)
      if (ended || !ceremony) return
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
