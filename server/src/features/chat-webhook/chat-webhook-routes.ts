import * as routes from '@foyer/contract/chat-notifications'
import { type Binding, bind } from '#http/bind.ts'
import type { ChatWebhook } from './chat-webhook-service.ts'

export function chatWebhookRoutes(webhook: ChatWebhook): Binding[] {
  return [
    bind(routes.getChatNotifications).to(() => webhook.present()),
    bind(routes.putChatNotifications).to(({ body }) => webhook.save(body)),
    bind(routes.deleteChatNotifications).to(() => webhook.remove()),
    bind(routes.postChatNotificationsTest).to(({ body, leaving }) =>
      webhook.test(body.webhook_url ?? '', leaving()),
    ),
  ]
}
