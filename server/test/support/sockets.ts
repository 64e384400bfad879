import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { App } from '#compose/index.ts'

/** Opens the test server on a free port of this machine; closing the app closes it. */
export async function listen(app: Pick<App, 'http'>): Promise<number> {
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  return (app.http.server.address() as AddressInfo).port
}

/** Writes bytes as they are and reads until the server ends the connection. */
export async function rawExchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', part => parts.push(part))
  // A connection that the server cuts ends with `close`, too.
  socket.on('error', () => {})
  socket.write(bytes)
  await once(socket, 'close')
  return Buffer.concat(parts).toString()
}
