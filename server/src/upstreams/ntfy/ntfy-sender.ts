import { z } from 'zod'
import type { Message, MessageSender } from '#ports/message-sender.ts'
import { postMessage } from '../message-post/message-post.ts'
import { textOf } from '../message-post/message-text.ts'
import type { ChooseTransport } from '../message-post/transport-choice.ts'

/** ntfy 2, "Publish as JSON" (docs.ntfy.sh/publish). Keys with accents need JSON: headers are ASCII. */
const UPSTREAM = 'ntfy'

const Receipt = z.object({ id: z.string().min(1) })

/** From 1, silent, to 5, urgent. Nothing that Foyer reports is worth overriding somebody's quiet hours. */
const PRIORITY = 3

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
      const { origin, pathname } = new URL(target.address)
      const root = new URL('/', origin)
      return postMessage(
        choose(root, target),
        {
          upstream: UPSTREAM,
          url: root,
          headers: { authorization: target.secret === null ? undefined : authorization(target.secret) },
          json: bodyOf(decodeURIComponent(pathname.slice(1)), message),
          signal,
        },
        answer => {
          answer.json(Receipt)
          return { kind: 'sent' }
        },
      )
    },
  }
}

/** A token, or `user:password`; a token has no colon. */
function authorization(secret: string): string {
  return secret.includes(':') ? `Basic ${Buffer.from(secret).toString('base64')}` : `Bearer ${secret}`
}

function bodyOf(topic: string, message: Message) {
  const { event, title, url, image_url } = message
  const tag = TAGS[event]
  return {
    topic,
    title,
    message: textOf(message),
    priority: PRIORITY,
    ...(tag !== undefined && { tags: [tag] }),
    ...(url !== undefined && { click: url }),
    ...(image_url !== undefined && { attach: image_url }),
  }
}
