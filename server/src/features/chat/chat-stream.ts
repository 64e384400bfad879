import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ChatFrame } from '@foyer/contract/assistant/chat'
import type { Clock } from '#kit/clock.ts'
import type { SilenceWatch } from '#kit/silence-watch.ts'

/** Proxies close connections that are silent for long. */
export const KEEP_ALIVE_MS = 15_000
/** Time for a client that does not read to notice the end. */
const CLOSE_GRACE_MS = 2000

/** The frames of one turn as server-sent events (2/4.6). */
export interface ChatStream {
  /** Written at once. Resolves when the reader has taken enough to be sent more, or when the signal fires. */
  send(frame: ChatFrame, signal: AbortSignal): void | Promise<void>
  /** Writes a last frame, if there is one, and the end, without waiting for the reader. */
  end(last?: ChatFrame): void
}

export function openChatStream(
  response: ServerResponse,
  deps: { headers: OutgoingHttpHeaders; clock: Clock; silence: SilenceWatch },
): ChatStream {
  const { headers, clock, silence } = deps
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    // Buffering proxies would delay the answer.
    'x-accel-buffering': 'no',
  })

  function write(text: string): boolean {
    silence.restart(keepAlive)
    return response.write(text)
  }
  const keepAlive = () => void write(': still here\n\n')
  response.on('close', () => silence.forget(keepAlive))

  return {
    send(frame, signal) {
      if (response.destroyed || response.writableEnded) return
      if (write(dataOf(frame)) || signal.aborted) return
      return once(response, 'drain', { signal }).then(
        () => undefined,
        () => undefined,
      )
    },
    end(last) {
      silence.forget(keepAlive)
      if (response.destroyed || response.writableEnded) return
      response.end(`${last ? dataOf(last) : ''}data: [DONE]\n\n`)
      const stop = clock.after(CLOSE_GRACE_MS, () => response.destroy())
      response.on('close', stop)
    },
  }
}

function dataOf(frame: ChatFrame): string {
  return `data: ${JSON.stringify(frame)}\n\n`
}
