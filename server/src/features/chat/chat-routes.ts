import type { OutgoingHttpHeaders } from 'node:http'
import { postChat } from '@foyer/contract/assistant/chat'
import { type Binding, bind } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import { createSilenceWatch } from '#kit/silence-watch.ts'
import type { Chat } from './chat-service.ts'
import { KEEP_ALIVE_MS, openChatStream } from './chat-stream.ts'

export function chatRoutes(chat: Chat, clock: Clock): Binding[] {
  const silence = createSilenceWatch(clock, KEEP_ALIVE_MS)
  return [
    bind(postChat).to(async ({ body, caller, facts, raw: { reply } }) => {
      const turn = await chat.begin({ caller, facts, ...body })
      // From here on errors are frames.
      reply.hijack()
      const response = reply.raw
      if (response.closed) turn.leave()
      else response.on('close', turn.leave)
      const headers = reply.getHeaders() as OutgoingHttpHeaders
      await turn.run(openChatStream(response, { headers, clock, silence }))
    }),
  ]
}
