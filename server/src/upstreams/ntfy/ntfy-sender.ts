import type { Message, MessageSender } from '#ports/message-sender.ts'
import { postMessage, receiptOf } from '../message-post/message-post.ts'
import { textOf } from '../message-post/message-text.ts'
import type { ChooseTransport } from '../message-post/transport-choice.ts'

/** ntfy 2 (docs.ntfy.sh/publish): the text is posted to the address of the topic, all else in headers. */
const UPSTREAM = 'ntfy'

/** From 1, silent, to 5, urgent. Nothing that Foyer reports is worth overriding somebody's quiet hours. */
const PRIORITY = '3'

/** ntfy shows the picture of a known tag before the title. */
const TAGS: Readonly<Record<string, string>> = {
  request_pending: 'raising_hand',
  request_decision: 'ballot_box_with_check',
  new_movie: 'clapper',
  new_episode: 'tv',
  new_book: 'books',
  new_music: 'musical_note',
  issue_created: 'warning',
  test: 'wave',
}

export function createNtfySender({ choose }: { choose: ChooseTransport }): MessageSender {
  return {
    send(target, message, signal) {
      const url = new URL(target.address)
      const authorization = target.secret === null ? undefined : authorizationOf(target.secret)
      return postMessage(
        choose(url, target),
        {
          upstream: UPSTREAM,
          url,
          headers: { ...headersOf(message), authorization },
          body: textOf(message),
          signal,
        },
        receiptOf,
      )
    },
  }
}

/** A token, or `user:password`; a token has no colon. */
function authorizationOf(secret: string): string {
  return secret.includes(':') ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`
}

function headersOf({ event, title, url, image_url }: Message) {
  return {
    'content-type': 'text/plain; charset=utf-8',
    title: asHeader(title),
    priority: PRIORITY,
    tags: TAGS[event],
    click: url,
    attach: image_url,
  }
}

/** Headers are ASCII; ntfy reads other letters in the words that e-mail encodes them in (RFC 2047). */
function asHeader(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`
}
