import { afterAll } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { Message, MessageSender, MessageTarget } from '#ports/message-sender.ts'
import { createTransportChoice } from '#upstreams/message-post/transport-choice.ts'

/** The parts that message senders are built from, closed after the tests of the file. */
export function senderParts() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer/dev' })
  afterAll(() => outbound.close())
  return { choose: createTransportChoice(outbound, []), external: outbound.external, clock: systemClock }
}

export const MESSAGE: Message = {
  event: 'new_movie',
  title: 'New <movie> & more',
  body: 'Grüße aus “Dune” is ready to watch.',
  url: 'https://foyer.example.org/movies/603?a=1&b=2',
  image_url: 'https://images.example.org/dune.jpg',
  occurred_at: '2026-03-01T12:00:00.000Z',
  data: { media_type: 'movie', tmdb_id: 603, title: 'Dune' },
}

/** Sends with this sender, as an admin. */
export function sendWith(
  sender: MessageSender,
  address: string,
  secret: string | null = null,
  more: Pick<MessageTarget, 'template'> = {},
) {
  const target: MessageTarget = { address, secret, is_personal: false, ...more }
  return (message: Message = MESSAGE) => sender.send(target, message, new AbortController().signal)
}
