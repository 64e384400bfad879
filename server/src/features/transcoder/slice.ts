import * as routes from '@foyer/contract/transcoder'
import type { Platform } from '#platform/platform.ts'
import { unbuilt } from '../unbuilt.ts'

export function createTranscoderSlice(_platform: Platform) {
  return { api: {}, routes: unbuilt(routes) }
}
