import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to whoever asks for any: nobody takes one while its owner is away for a moment. */
const FIRST = 20_000
const BEYOND = 30_000

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const failed = new Promise<boolean>(resolve => server.once('error', () => resolve(true)))
  if (await Promise.race([failed, once(server, 'listening').then(() => false)])) return false
  server.close()
  await once(server, 'close')
  return true
}

export async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, BEYOND)
    if (await isFree(port)) return port
  }
}
