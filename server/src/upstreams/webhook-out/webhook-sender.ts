import { createHmac } from 'node:crypto'
import type { Clock } from '#kit/clock.ts'
import type { Message, MessageSender } from '#ports/message-sender.ts'
import { postMessage } from '../message-post/message-post.ts'
import type { ChooseTransport } from '../message-post/transport-choice.ts'

const UPSTREAM = 'The webhook'

/** The body without a template. */
type WebhookFacts = Pick<Message, 'event' | 'title' | 'url' | 'data'> & { message: string }

/** Any program that takes JSON (C64). Any 2xx is a receipt: such programs answer what they like. */
export function createWebhookSender(parts: {
  choose: ChooseTransport
  clock: Pick<Clock, 'now'>
  fillTemplate: (template: string, facts: WebhookFacts) => string
}): MessageSender {
  return {
    async send(target, message, signal) {
      const url = new URL(target.address)
      const facts = factsOf(message)
      const body = target.template ? parts.fillTemplate(target.template, facts) : JSON.stringify(facts)
      const headers = {
        'content-type': 'application/json',
        'foyer-signature':
          target.secret === null ? undefined : signatureOf(body, target.secret, parts.clock.now()),
      }
      const post = { upstream: UPSTREAM, url, headers, body, signal }
      const outcome = await postMessage(parts.choose(url, target), post, () => ({ kind: 'sent' }))
      const isUnread = outcome.kind === 'unconfirmed' && outcome.reason === 'no_receipt'
      return isUnread ? { kind: 'sent' } : outcome
    },
  }
}

function factsOf({ event, title, body, url, data }: Message): WebhookFacts {
  return { event, title, message: body, ...(url !== undefined && { url }), data }
}

/** C64. The time is signed too, so that a receiver can refuse a message that somebody kept. */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}
