import * as routes from '@foyer/contract/destinations/email'
import type { Platform } from '#platform/platform.ts'
import { unbuilt } from '../unbuilt.ts'

export function createEmailSlice(_platform: Platform) {
  return { api: {}, routes: unbuilt(routes) }
}
