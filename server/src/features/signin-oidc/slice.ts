import * as routes1 from '@foyer/contract/sign-in/oidc-sign-in'
import * as routes2 from '@foyer/contract/sign-in/oidc-admin'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'

/** Signing in with OpenID Connect. */
export function createSigninOidcSlice(_platform: Platform) {
  const all = Object.values({ ...routes1, ...routes2 }).filter(
    one => typeof one === 'object' && 'path' in one,
  )
  return {
    api: {},
    routes: all.map(route =>
      bind(route).to(() => {
        throw new Refusal('unavailable')
      }),
    ),
  }
}
