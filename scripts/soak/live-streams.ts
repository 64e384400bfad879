import { connect, type Socket } from 'node:net'
import type { Person } from './household.ts'
import type { KilledServer } from './killed-server.ts'
import type { SecretWatch } from './secret-watch.ts'

const get = ({ token, from }: Person) =>
  `GET /api/events HTTP/1.1\r\nhost: soak\r\nx-forwarded-for: ${from}\r\nauthorization: Bearer ${token}\r\n\r\n`

const upgrade = ({ token, from }: Person) =>
  `GET /api/ws HTTP/1.1\r\nhost: soak\r\nx-forwarded-for: ${from}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
  `sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n` +
  `sec-websocket-protocol: Bearer, ${token}\r\n\r\n`

const AGAIN_MS = 100

export interface LiveStreams {
  close(): void
}

/** An open page of everybody: every second one on a socket, the others on server-sent events. */
export function openStreams(
  server: Pick<KilledServer, 'port' | 'up'>,
  people: readonly Person[],
  watch: SecretWatch,
): LiveStreams {
  const sockets = new Set<Socket>()
  let closing = false

  async function open(person: Person, index: number): Promise<void> {
    await server.up()
    if (closing) return
    const socket = connect({ port: server.port, host: '127.0.0.1' })
    sockets.add(socket)
    socket.on('connect', () => {
      socket.write(index % 2 === 0 ? upgrade(person) : get(person))
    })
    const look = watch.follow('a stream')
    // One that is refused, by a server that only begins, would otherwise stay open for its next request.
    socket.on('data', part => {
      look(part.toString())
      if (/^HTTP\/1\.1 (?!101|200)/.test(part.toString('latin1', 0, 12))) socket.destroy()
    })
    // Its end is what a kill looks like from here.
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      if (!closing) setTimeout(() => void open(person, index), AGAIN_MS)
    })
  }

  for (const [index, person] of people.entries()) void open(person, index)
  return {
    close() {
      closing = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
