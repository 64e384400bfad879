import * as routes from '@foyer/contract/set-top-boxes'
import type { Platform } from '#platform/platform.ts'
import { unbuilt } from '../unbuilt.ts'

export function createSetTopBoxesSlice(_platform: Platform) {
  return { api: {}, routes: unbuilt(routes) }
}
