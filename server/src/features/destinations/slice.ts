import * as routes from '@foyer/contract/destinations/destinations'
import type { Platform } from '#platform/platform.ts'
import { unbuilt } from '../unbuilt.ts'

export function createDestinationsSlice(_platform: Platform) {
  return { api: {}, routes: unbuilt(routes) }
}
