import { postOidcBegin, postOidcExchange, postOidcLink } from '@foyer/contract/sign-in/oidc-sign-in'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '#lib/api-error.ts'
import { call } from '#lib/api.ts'
import { fromServer, storageKey } from '#lib/base-url.ts'
import { thisDevice } from '#lib/device.ts'
import { tabStorage } from '#lib/preferences.ts'
import { replaceSession } from '#lib/replace-session.ts'
import { createProof } from '../proof.ts'
import { createOpenFlows, type OpenFlow } from './open-flows.ts'

export const openFlows = createOpenFlows({ tab: tabStorage, key: storageKey('oidc_flows') })

/** The window goes to the provider. Resolves only if somebody comes back with the browser's own button. */
function leaveFor(start_url: string): Promise<void> {
  window.location.assign(fromServer(start_url))
  return new Promise(resolve => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}

export interface SignInStart {
  /** The page to open after signing in. */
  wanted: string
  /** The token of a connect link, which decides whose account it is (C43). */
  invitation?: string
}

export function useStartOidc() {
  return useMutation({
    mutationFn: async ({ wanted, invitation }: SignInStart) => {
      const { verifier, challenge } = await createProof()
      const body = { client: 'web' as const, challenge, ...(invitation && { invitation }), ...thisDevice() }
      const { flow, start_url } = await call(postOidcBegin, { body })
      openFlows.keep({ flow, verifier, purpose: 'sign_in', wanted })
      return leaveFor(start_url)
    },
  })
}

export function useStartLink() {
  return useMutation({
    mutationFn: async () => {
      const { verifier, challenge } = await createProof()
      const { flow, start_url } = await call(postOidcLink, { body: { challenge } })
      openFlows.keep({ flow, verifier, purpose: 'link', wanted: '/account' })
      return leaveFor(start_url)
    },
  })
}

/** Tries again only if the server was not reached; an answer of any kind uses the code up. */
export function useFinishOidc() {
  return useMutation({
    mutationFn: async ({ open, code }: { open: OpenFlow; code: string }): Promise<'signed_in' | 'linked'> => {
      const { flow, verifier } = open
      try {
        const answer = await call(postOidcExchange, { body: { code, flow, verifier } })
        openFlows.forget(flow)
        if (!('access_token' in answer)) return 'linked'
        await replaceSession(answer)
        return 'signed_in'
      } catch (error) {
        if (error instanceof ApiError) openFlows.forget(flow)
        throw error
      }
    },
  })
}
