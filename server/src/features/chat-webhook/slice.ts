import type { SendQueue } from '#features/notifications/index.ts'
import type { TextsOf } from '#features/person-preferences/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createDiscordSender } from '#upstreams/discord/discord-sender.ts'
import { readWebhookUrl } from '#upstreams/discord/webhook-url-rules.ts'
import { createChatChannel } from './chat-channel.ts'
import { chatWebhookRoutes } from './chat-webhook-routes.ts'
import { createChatWebhook } from './chat-webhook-service.ts'
import { createRequestAnnouncer } from './request-announcer.ts'
import { createStoredWebhook } from './stored-webhook.ts'

interface Needs {
  notifications: { queue: SendQueue }
  textsOf: TextsOf
}

/** New requests, announced in one chat room (2:4.10). */
export function createChatWebhookSlice(platform: Platform, { notifications, textsOf }: Needs) {
  const { config, outbound, hooks } = platform
  const { discord_url, base_path, tmdb } = config
  const { queue } = notifications
  const readAddress = (text: string) => readWebhookUrl(text, discord_url)
  const stored = createStoredWebhook({ ...platform, readAddress })
  const sender = createDiscordSender({ ...platform, external: outbound.external, discord_url })
  const announcer = createRequestAnnouncer({ ...platform, queue, stored })
  queue.add(createChatChannel({ ...platform, stored, sender, base_path, image_url: tmdb.image_url, textsOf }))
  hooks.requestSaved.on('chat-webhook', announcer.onRequestSaved)
  const webhook = createChatWebhook({ ...platform, queue, stored, announcer, sender, readAddress, textsOf })
  return { api: {}, routes: chatWebhookRoutes(webhook) }
}
