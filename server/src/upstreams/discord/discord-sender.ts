import type { Clock } from '#kit/clock.ts'
import type { Transport } from '#kit/outbound.ts'
import type { MessageSender } from '#ports/message-sender.ts'
import { postMessage } from '../message-post/message-post.ts'
import { embedOf } from './embed-rules.ts'
import { outcomeOfAnswer, READ_STATUSES, withoutRetry } from './discord-outcome.ts'
import { readWebhookUrl } from './webhook-url-rules.ts'

/** Incoming webhooks of Discord, API version 10 (discord-webhook.md). */
const UPSTREAM = 'Discord'

export interface DiscordOptions {
  external: Transport
  clock: Clock
  /** Discord's own address, or the one that replaces it. */
  discord_url: string
}

/** Posts messages to the incoming webhook that `target.address` is. One call, never repeated here. */
export function createDiscordSender({ external, clock, discord_url }: DiscordOptions): MessageSender {
  return {
    async send({ address }, message, signal) {
      const webhook = readWebhookUrl(address, discord_url)
      // Saved for another APP_DISCORD_URL.
      if (!webhook) return { kind: 'failed', reason: 'not_configured' }
      const outcome = await postMessage(
        external,
        {
          upstream: UPSTREAM,
          // Without `wait`, Discord answers before the message is saved and reports no error.
          url: `${webhook.url}?wait=true`,
          // No name in a title or of a person may notify anybody.
          json: { embeds: [embedOf(message)], allowed_mentions: { parse: [] } },
          accept_statuses: READ_STATUSES,
          signal,
        },
        ({ status, headers, text }) => outcomeOfAnswer({ status, headers, text: text() }, clock.now()),
      )
      return withoutRetry(outcome)
    },
  }
}
