import { createServer, connect, type Socket } from 'node:net'
import { afterTest } from './engines.ts'

/** A proxy before PostgreSQL that a test can freeze or cut. */
export async function startPostgresProxy(url: string) {
  const target = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isHeld = false

  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', chunk => void to.write(chunk))
      from.on('error', () => {})
      from.on('close', () => {
        pairs.delete(pair)
        to.destroy()
      })
      if (isHeld) from.pause()
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const own = new URL(url)
  own.port = String(typeof address === 'object' && address ? address.port : 0)

  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket)
  }
  const cut = () => each(socket => socket.destroy())
  afterTest(async () => {
    cut()
    await new Promise(resolve => server.close(resolve))
  })
  return {
    url: own.href,
    /** Accepts connections and answers nothing from now on. */
    hold() {
      isHeld = true
      each(socket => socket.pause())
    },
    release() {
      isHeld = false
      each(socket => socket.resume())
    },
    /** Ends every connection without a message. */
    cut,
    connections: () => pairs.size,
  }
}
