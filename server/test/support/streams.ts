import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as requestSecurely } from 'node:https'
import type { EventFrame } from '@foyer/contract/events'
import { WebSocket } from 'ws'
import { afterTest } from './engines.ts'
import { watchAt } from './secret-watch.ts'

/** A client of either transport: its frames, and how the connection ended. */
export interface Listener {
  frames: EventFrame[]
  /** Resolves with the first frame of that type, whether it has arrived or not. */
  received(type: string): Promise<EventFrame>
  /** The close code of a WebSocket, `end` for a stream that ended, `cut` for one that broke. */
  closed: Promise<number | 'end' | 'cut'>
  leave(): void
}

function createInbox() {
  const frames: EventFrame[] = []
  const waiting = new Set<() => void>()
  return {
    frames,
    add(frame: EventFrame) {
      frames.push(frame)
      waiting.forEach(look => look())
    },
    received: (type: string) =>
      new Promise<EventFrame>(resolve => {
        const look = () => {
          const found = frames.find(frame => frame.type === type)
          if (found) resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

export interface SocketListener extends Listener {
  socket: WebSocket
}

/** Opens a WebSocket as the web client does, and waits for `hello`. */
export async function openSocket(
  url: string,
  token: string,
  options: { autoPong?: boolean; ca?: string } = {},
): Promise<SocketListener> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, ['Bearer', token], options)
  const inbox = createInbox()
  const watch = watchAt(url)
  socket.on('message', (data: Buffer) => {
    watch?.lookAtLog(data.toString(), 'a frame of a WebSocket')
    inbox.add(JSON.parse(data.toString()) as EventFrame)
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  afterTest(async () => socket.terminate())
  await Promise.race([inbox.received('hello'), once(socket, 'error')])
  return { ...inbox, closed, socket, leave: () => socket.close() }
}

/** How an upgrade was refused. */
export async function refusedSocket(
  url: string,
  protocols: string[],
  path = '/api/ws',
): Promise<{ status: number; headers: IncomingMessage['headers']; body: { code?: string } }> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, protocols)
  socket.on('error', () => {})
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const parts = await answer.toArray()
  socket.terminate()
  const body = JSON.parse(Buffer.concat(parts as Buffer[]).toString()) as { code?: string }
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

export interface SseListener extends Listener {
  headers: IncomingMessage['headers']
  /** All bytes of the stream as text, comments included. */
  text(): string
  answer: IncomingMessage
}

/** Opens the stream of server-sent events and waits for `hello`. */
export async function openSse(
  url: string,
  token: string,
  options: { ca?: string } = {},
): Promise<SseListener> {
  const send = url.startsWith('https:') ? requestSecurely : request
  const headers = { authorization: `Bearer ${token}` }
  const asked = send(`${url}/api/events`, { ...options, headers, agent: false })
  asked.on('error', () => {})
  asked.end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`the stream answered ${answer.statusCode}`)
  const inbox = createInbox()
  const watch = watchAt(url)
  let text = ''
  let read = 0
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part
    for (let end = text.indexOf('\n\n', read); end >= 0; end = text.indexOf('\n\n', read)) {
      watch?.lookAtLog(text.slice(read, end), 'a stream of events')
      const data = /^data: (.*)$/m.exec(text.slice(read, end))?.[1]
      if (data) inbox.add(JSON.parse(data) as EventFrame)
      read = end + 2
    }
  })
  answer.on('error', () => {})
  const closed = new Promise<'end' | 'cut'>(resolve => {
    answer.on('end', () => resolve('end'))
    answer.on('close', () => resolve(answer.complete ? 'end' : 'cut'))
  })
  afterTest(async () => void asked.destroy())
  await inbox.received('hello')
  const leave = () => void asked.destroy()
  return { ...inbox, closed, headers: answer.headers, text: () => text, answer, leave }
}
