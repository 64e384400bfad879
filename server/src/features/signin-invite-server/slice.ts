import * as routes1 from '@foyer/contract/sign-in/invite-sign-in'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'

/** Signing in with the account of the invite server's provider. */
export function createSigninInviteServerSlice(_platform: Platform) {
  const all = Object.values({ ...routes1 }).filter(one => typeof one === 'object' && 'path' in one)
  return {
    api: {},
    routes: all.map(route =>
      bind(route).to(() => {
        throw new Refusal('unavailable')
      }),
    ),
  }
}
