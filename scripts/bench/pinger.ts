import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * `node pinger.ts <port>`: asks for `/ping` every ten milliseconds on one connection until its input ends, and
 * prints the longest wait. A process of its own, because the readers of two thousand streams keep theirs busy.
 */
const EVERY_MS = 10
const REQUEST = 'GET /ping HTTP/1.1\r\nhost: bench\r\n\r\n'

const socket = connect({ port: Number(process.argv[2]), host: '127.0.0.1', noDelay: true })
await once(socket, 'connect')
let asked: number | undefined
let slowest = 0
socket.on('data', () => {
  if (asked !== undefined) slowest = Math.max(slowest, performance.now() - asked)
  asked = undefined
})
const asking = setInterval(() => {
  if (asked !== undefined) return
  asked = performance.now()
  socket.write(REQUEST)
}, EVERY_MS)
process.stdin.resume()
await once(process.stdin, 'end')
clearInterval(asking)
socket.destroy()
process.stdout.write(`${Math.round(slowest)}\n`)
