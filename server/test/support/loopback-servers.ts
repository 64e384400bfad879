import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net'

/** Servers for the tests of the transports: real sockets on loopback, closed with `await using`. */
export interface LoopbackServer extends AsyncDisposable {
  origin: string
  port: number
  /** What arrived, as "GET /path" or, at a proxy, "CONNECT host:port". */
  seen: string[]
}

async function listen(server: Server, seen: string[]): Promise<LoopbackServer> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

export function serveHttp(handle: RequestListener): Promise<LoopbackServer> {
  const seen: string[] = []
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    handle(req, res)
  })
  return listen(server, seen)
}

/** Passes every request on to `target`, over https. Its `origin` is the https address. */
export async function serveHttpsInFrontOf(
  target: string,
  certificate: { key: string; cert: string },
): Promise<LoopbackServer> {
  const seen: string[] = []
  const server = createHttpsServer(certificate, (req, res) => {
    seen.push(`${req.method} ${req.url}`)
    req.headers['x-forwarded-host'] = req.headers.host
    passOn(req, res, `${target}${req.url}`)
  })
  const listening = await listen(server, seen)
  return { ...listening, origin: `https://127.0.0.1:${listening.port}` }
}

function passOn(req: IncomingMessage, res: ServerResponse, url: string): void {
  const { host: _host, connection: _c, 'proxy-authorization': _p, ...headers } = req.headers
  const onward = request(url, { method: req.method, headers }, answer => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  req.pipe(onward)
}

/** Speaks raw TCP: `talk` gets each socket once its first bytes have arrived. */
export function serveTcp(talk: (socket: Socket) => void): Promise<LoopbackServer> {
  const server = createTcpServer(socket => socket.once('data', () => talk(socket)))
  return listen(server, [])
}

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  // Without an encoding set, chunks are buffers.
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

/**
 * A port that no server listens on, for one that does later. Systems give ports above 32767 to whoever asks for any, so somebody could take
 * one of those in between.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createTcpServer()
  const listens = await new Promise<boolean>(tell => {
    server.once('error', () => tell(false))
    server.listen(port, '127.0.0.1', () => tell(true))
  })
  if (listens) await new Promise(done => server.close(done))
  return listens
}

/** An HTTP proxy for both forms: absolute URLs, and CONNECT, which always leads to loopback. Asks for `authorization` when given. */
export async function serveHttpProxy(authorization?: string): Promise<LoopbackServer> {
  const seen: string[] = []
  const allows = (req: IncomingMessage) =>
    authorization === undefined || req.headers['proxy-authorization'] === authorization
  const server = createServer((req, res) => {
    seen.push(`${req.method} ${req.url}`)
    if (!allows(req)) return res.writeHead(407).end()
    return passOn(req, res, req.url ?? '')
  })
  server.on('connect', (req, socket: Socket) => {
    seen.push(`CONNECT ${req.url}`)
    if (!allows(req)) return socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const port = Number((req.url ?? '').split(':').at(-1))
    return tunnel(socket, { host: '127.0.0.1', port }, 'HTTP/1.1 200 OK\r\n\r\n')
  })
  return listen(server, seen)
}

/** SOCKS5 (RFC 1928, 1929) for IPv4 and names, all of which lead to loopback. */
export async function serveSocks5(login?: { username: string; password: string }): Promise<LoopbackServer> {
  const seen: string[] = []
  const server = createTcpServer(socket => {
    socket.once('data', () => {
      if (!login) return greet(socket, 0)
      socket.once('data', reply => {
        const given = readLogin(reply)
        const right = given.username === login.username && given.password === login.password
        socket.write(Buffer.from([1, right ? 0 : 1]))
        if (right) awaitConnect(socket)
        else socket.end()
      })
      return void socket.write(Buffer.from([5, 2]))
    })
  })
  function greet(socket: Socket, method: number) {
    awaitConnect(socket)
    socket.write(Buffer.from([5, method]))
  }
  function awaitConnect(socket: Socket) {
    socket.once('data', message => {
      const named = message[3] === 3
      const host = named
        ? message.toString('utf8', 5, message.length - 2)
        : [...message.subarray(4, 8)].join('.')
      const port = message.readUInt16BE(message.length - 2)
      seen.push(`${host}:${port}`)
      tunnel(socket, { host: '127.0.0.1', port }, Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
    })
  }
  return listen(server, seen)
}

function readLogin(message: Buffer) {
  const end = 2 + (message[1] ?? 0)
  return { username: message.toString('utf8', 2, end), password: message.toString('utf8', end + 1) }
}

function tunnel(socket: Socket, to: { host: string; port: number }, hello: string | Buffer): void {
  const onward = connect(to, () => {
    socket.write(hello)
    onward.pipe(socket).pipe(onward)
  })
  onward.on('error', () => socket.destroy())
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
}
