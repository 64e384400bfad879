import type { Clock } from '#kit/clock.ts'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { MessageSender } from '#ports/message-sender.ts'
import { embedOf } from './embed-rules.ts'
import { outcomeOfAnswer, outcomeOfFault, READ_STATUSES } from './discord-outcome.ts'
import { readWebhookUrl } from './webhook-url-rules.ts'

/** Incoming webhooks of Discord, API version 10 (discord-webhook.md). */
const UPSTREAM = 'Discord'
/** 2:4.10.3. */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 256 * 1024

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
      const started_ms = clock.monotonicMs()
      try {
        const answer = await external.send({
          upstream: UPSTREAM,
          method: 'POST',
          url: webhook.url,
          // Without it, Discord answers before the message is saved and reports no error.
          query: { wait: true },
          // No name in a title or of a person may notify anybody.
          json: { embeds: [embedOf(message)], allowed_mentions: { parse: [] } },
          // The address is a credential: no redirect is followed.
          credential: true,
          idempotent: false,
          accept_statuses: READ_STATUSES,
          timeout_ms: TIMEOUT_MS,
          max_bytes: MAX_BYTES,
          signal,
        })
        const { status, headers } = answer
        return outcomeOfAnswer({ status, headers, text: answer.text() }, clock.now())
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        return outcomeOfFault(error, clock.monotonicMs() - started_ms >= TIMEOUT_MS)
      }
    },
  }
}
