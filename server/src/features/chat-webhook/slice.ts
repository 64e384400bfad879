import * as routes from '@foyer/contract/chat-notifications'
import type { Platform } from '#platform/platform.ts'
import { unbuilt } from '../unbuilt.ts'

export function createChatWebhookSlice(_platform: Platform) {
  return { api: {}, routes: unbuilt(routes) }
}
