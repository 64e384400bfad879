import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { type Directive, parseNginxConfiguration } from './nginx-configuration.ts'

/**
 * Does what a configuration of nginx says, as far as the guides of this repository use it; a line that it does not know
 * is an error. For machines without nginx: where there is one, the same tests meet both, and where they differ this is
 * wrong.
 */
const KNOWN: Record<string, readonly string[]> = {
  http: ['map', 'upstream', 'server'],
  upstream: ['ip_hash', 'server'],
  server: [
    'listen',
    'server_name',
    'ssl_certificate',
    'ssl_certificate_key',
    'client_max_body_size',
    'location',
    'return',
  ],
  location: [
    'proxy_pass',
    'proxy_http_version',
    'proxy_set_header',
    // Loopback connects at once or never.
    'proxy_connect_timeout',
    'proxy_read_timeout',
    'proxy_buffering',
    'client_max_body_size',
    // Where answers wait when nobody fetches them: nowhere here.
    'proxy_max_temp_file_size',
  ],
}

function checkKnown(place: string, lines: readonly Directive[]): void {
  for (const { name, block } of lines) {
    if (!KNOWN[place]?.includes(name)) throw new Error(`"${name}" in ${place} is not simulated.`)
    if (block && name in KNOWN) checkKnown(name, block)
  }
}

const wordsOf = (lines: readonly Directive[], name: string) =>
  lines.filter(line => line.name === name).map(({ words }) => words)
const wordOf = (lines: readonly Directive[], name: string) => wordsOf(lines, name)[0]?.[0]

interface Visit {
  req: IncomingMessage
  scheme: string
}

/** `$http_host` and the like, with the maps of the configuration. */
function createVariables(all: readonly Directive[]) {
  const maps = new Map(all.filter(({ name }) => name === 'map').map(line => [line.words[1], line]))
  const valueOf = (name: string, visit: Visit): string => {
    const { headers, socket, url = '/' } = visit.req
    const map = maps.get(`$${name}`)
    if (map) {
      const given = fill(map.words[0] ?? '', visit)
      const rows = map.block ?? []
      const row = rows.find(one => one.name === given) ?? rows.find(one => one.name === 'default')
      return fill(row?.words[0] ?? '', visit)
    }
    if (name === 'scheme') return visit.scheme
    if (name === 'request_uri') return url
    if (name === 'host') return (headers.host ?? '').replace(/:\d+$/, '').toLowerCase()
    if (name === 'proxy_add_x_forwarded_for') {
      return [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', ')
    }
    if (name.startsWith('http_')) return String(headers[name.slice(5).replaceAll('_', '-')] ?? '')
    throw new Error(`"$${name}" is not simulated.`)
  }
  const fill = (text: string, visit: Visit) =>
    text.replaceAll(/\$(\w+)/g, (_, name: string) => valueOf(name, visit))
  return fill
}

/** Those of one connection, which nginx passes on only where it is told to. */
const HOP_BY_HOP = ['connection', 'keep-alive', 'upgrade', 'transfer-encoding', 'te', 'expect']

const SIZES: Record<string, number> = { k: 1024, m: 1024 ** 2 }

function sizeOf(text: string): number {
  return Number.parseInt(text, 10) * (SIZES[text.slice(-1).toLowerCase()] ?? 1)
}

function createPasser(all: readonly Directive[], fill: ReturnType<typeof createVariables>) {
  /** An upstream by its name, or host and port as they are. */
  const targetOf = (address: string) => {
    const host = address.replace(/^http:\/\//, '')
    if (host.includes('/')) throw new Error('A path on proxy_pass is not simulated.')
    const pool = all.find(({ name, words }) => name === 'upstream' && words[0] === host)
    return pool ? (wordOf(pool.block ?? [], 'server') ?? '') : host
  }

  function headersFor(location: readonly Directive[], visit: Visit): IncomingHttpHeaders {
    const headers: IncomingHttpHeaders = { ...visit.req.headers }
    for (const name of HOP_BY_HOP) delete headers[name]
    headers.host = (wordOf(location, 'proxy_pass') ?? '').replace(/^http:\/\//, '')
    headers.connection = 'close'
    for (const [name = '', text = ''] of wordsOf(location, 'proxy_set_header')) {
      const value = fill(text, visit)
      // An empty value takes the header away.
      if (value === '') delete headers[name.toLowerCase()]
      else headers[name.toLowerCase()] = value
    }
    return headers
  }

  return (location: readonly Directive[], visit: Visit) => {
    const { req } = visit
    const [host = '', port] = targetOf(wordOf(location, 'proxy_pass') ?? '').split(':')
    const headers = headersFor(location, visit)
    return request({ host, port, method: req.method, path: req.url, headers, agent: false })
  }
}

function findLocation(server: readonly Directive[], path: string) {
  const locations = server.filter(({ name, words }) => name === 'location' && path.startsWith(words[0] ?? ''))
  const longest = locations.toSorted((a, b) => (b.words[0]?.length ?? 0) - (a.words[0]?.length ?? 0))[0]
  return longest?.block ?? null
}

/** nginx adds a missing slash by itself where a place that ends in one is passed on. */
function lacksSlash(server: readonly Directive[], path: string): boolean {
  return server.some(({ name, words }) => name === 'location' && words[0] === `${path}/`)
}

export interface Listening {
  close(): void
}

/** Listens where the configuration says. */
export async function startSimulatedNginx(configuration: string): Promise<Listening> {
  const all = parseNginxConfiguration(configuration)
  checkKnown('http', all)
  const fill = createVariables(all)
  const pass = createPasser(all, fill)
  const sockets = new Set<Socket>()
  const closing: (() => void)[] = []

  function answer(server: readonly Directive[], scheme: string, req: IncomingMessage, res: ServerResponse) {
    const visit = { req, scheme }
    const path = (req.url ?? '').replace(/\?.*/, '')
    const [code, text] = wordsOf(server, 'return')[0] ?? []
    if (code) return res.writeHead(Number(code), { location: fill(text ?? '', visit) }).end()
    const location = findLocation(server, path)
    if (!location && lacksSlash(server, path)) return res.writeHead(301, { location: `${path}/` }).end()
    if (!location) return res.writeHead(404).end()
    const most = wordOf([...location, ...server], 'client_max_body_size') ?? '1m'
    if (Number(req.headers['content-length'] ?? 0) > sizeOf(most)) return res.writeHead(413).end()
    const onward = pass(location, visit)
    onward.on('error', () => res.destroy())
    onward.on('response', got => {
      res.writeHead(got.statusCode ?? 502, got.headers)
      // Answers are kept back until they are whole, unless one of both says otherwise (`X-Accel-Buffering`).
      if (wordOf(location, 'proxy_buffering') === 'off' || got.headers['x-accel-buffering'] === 'no') {
        res.flushHeaders()
        got.pipe(res)
      } else void got.toArray().then(parts => res.end(Buffer.concat(parts as Buffer[])))
      res.on('close', () => got.destroy())
    })
    return req.pipe(onward)
  }

  function upgrade(server: readonly Directive[], scheme: string, req: IncomingMessage, socket: Socket) {
    const location = findLocation(server, (req.url ?? '').replace(/\?.*/, ''))
    if (!location) return socket.end('HTTP/1.1 404 Not Found\r\n\r\n')
    const onward = pass(location, { req, scheme })
    onward.on('error', () => socket.destroy())
    onward.on('response', got => {
      socket.end(`HTTP/1.1 ${got.statusCode} No upgrade\r\nconnection: close\r\n\r\n`)
    })
    onward.on('upgrade', (got, other: Socket, first) => {
      const lines = Object.entries(got.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
      // What came together with the answer.
      socket.write(first)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
      other.on('error', () => socket.destroy())
      other.pipe(socket).pipe(other)
    })
    return onward.end()
  }

  for (const { block } of all.filter(({ name }) => name === 'server')) {
    const lines = block ?? []
    const [address = '', kind] = wordsOf(lines, 'listen')[0] ?? []
    const fileOf = (name: string) => readFileSync(wordOf(lines, name) ?? '')
    const scheme = kind === 'ssl' ? 'https' : 'http'
    const server =
      kind === 'ssl'
        ? createHttpsServer({ cert: fileOf('ssl_certificate'), key: fileOf('ssl_certificate_key') })
        : createServer()
    server.on('connection', (socket: Socket) => {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
    server.on('request', (req: IncomingMessage, res: ServerResponse) => void answer(lines, scheme, req, res))
    server.on('upgrade', (req: IncomingMessage, socket: Socket) => void upgrade(lines, scheme, req, socket))
    const [host = '', port] = address.split(':')
    server.listen(Number(port), host)
    await once(server, 'listening')
    closing.push(() => void server.close())
  }
  return {
    close() {
      for (const close of closing) close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
