import { postOidcBackchannelLogout } from '@foyer/contract/sign-in/oidc-sign-in'
import { type Binding, bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BackchannelLogout } from './backchannel-logout.ts'

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i

export function oidcLogoutRoutes(logOut: BackchannelLogout): Binding[] {
  return [
    bind(postOidcBackchannelLogout).to(async ({ raw: { request, reply, bytes } }) => {
      const is_form = FORM.test(request.headers['content-type'] ?? '')
      const tokens = is_form ? new URLSearchParams(bytes?.toString() ?? '').getAll('logout_token') : []
      const [token] = tokens
      if (token === undefined || tokens.length > 1)
        throw new Refusal('invalid_request', { error: 'Send one logout_token as a form.' })
      await logOut(token)
      return reply.code(200).send()
    }),
  ]
}
