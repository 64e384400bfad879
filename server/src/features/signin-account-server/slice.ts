import * as routes1 from '@foyer/contract/sign-in/account-sign-in'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'

/** Signing in with a video server's own account. */
export function createSigninAccountServerSlice(_platform: Platform) {
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
