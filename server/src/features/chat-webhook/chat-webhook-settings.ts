import { z } from 'zod'
import { defineSetting } from '#settings/settings.ts'

const SavedChatWebhook = z.object({
  enabled: z.boolean(),
  include_auto_approved: z.boolean(),
  /** As entered; empty: none. The address is the whole secret. */
  webhook_url: z.string(),
  /**
   * The place in the outbox, a new one each time a webhook is turned on or replaced: alerts that were queued for one
   * are never sent to another.
   */
  place: z.string(),
})
export type SavedChatWebhook = z.infer<typeof SavedChatWebhook>

/** 2:4.10.3: sealed as a whole. */
export const chatWebhook = defineSetting({
  key: 'chat_webhook',
  schema: SavedChatWebhook,
  default: { enabled: false, include_auto_approved: false, webhook_url: '', place: '' },
  secret: true,
})

/** 2:4.10.4: saved while the latest alert could not be queued. */
export const chatQueueFailure = defineSetting({
  key: 'chat_queue_failure',
  schema: z.object({ failed_at: z.string() }),
  default: { failed_at: '' },
})
