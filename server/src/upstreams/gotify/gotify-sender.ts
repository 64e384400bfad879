import type { Message, MessageSender } from '#ports/message-sender.ts'
import { postMessage, receiptOf } from '../message-post/message-post.ts'
import { textOf } from '../message-post/message-text.ts'
import type { ChooseTransport } from '../message-post/transport-choice.ts'

/** Gotify server 2 (gotify.net/docs/pushmsg, gotify.net/docs/msgextras). */
const UPSTREAM = 'Gotify'

/** The apps notify with a sound from 4 to 7, and more loudly above. */
const PRIORITY = 5

export function createGotifySender({ choose }: { choose: ChooseTransport }): MessageSender {
  return {
    async send(target, message, signal) {
      // Nothing can be pushed without the token of an application.
      if (target.secret === null) return { kind: 'failed', reason: 'not_configured' }
      const url = new URL(`${target.address.replace(/\/+$/, '')}/message`)
      return postMessage(
        choose(url, target),
        {
          upstream: UPSTREAM,
          url,
          headers: { 'x-gotify-key': target.secret },
          json: bodyOf(message),
          signal,
        },
        receiptOf,
      )
    },
  }
}

function bodyOf(message: Message) {
  const { title, url, image_url } = message
  const notification = {
    ...(url !== undefined && { click: { url } }),
    ...(image_url !== undefined && { bigImageUrl: image_url }),
  }
  return {
    title,
    message: textOf(message),
    priority: PRIORITY,
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': notification,
    },
  }
}
