import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type Handler, Refused, type SimRequest } from './answer.ts'
import { createFaults, type Fault, type Faults } from './faults.ts'
import { createJournal, type Journal, type JournalEntry } from './journal.ts'
import { compilePattern, type RoutePattern } from './route-pattern.ts'

export interface SimServerOptions {
  name: string
  /** 0 or absent: any free port. */
  port?: number | undefined
  journal_limit?: number | undefined
  now: () => number
  /** The refusal when the caller may not pass, else null. Open routes are not asked. */
  authorise(request: SimRequest): Answer | null
  /** How this product answers a path it does not have. */
  notFound(request: SimRequest): Answer
  /** An error in this product's own words. */
  refuse(status: number, request: SimRequest): Answer
  refuseKey(request: SimRequest): Answer
  /** Rewrites the path before routing (a URL base), or answers at once. */
  rewrite?(path: string): string | Answer
  /** Runs before each request: brings the state up to the present. */
  settle?(): void
}

export interface SimServer {
  readonly name: string
  readonly url: string
  readonly journal: Journal
  readonly faults: Faults
  route(pattern: string, handler: Handler, access?: 'keyed' | 'open'): void
  /** Every pattern it answers, for tests that walk them all. */
  routes: () => string[]
  listen(): Promise<void>
  close: () => Promise<void>
  /** Throws when a request met a path this product does not have. */
  assertClean: () => void
}

interface Route {
  pattern: RoutePattern
  handler: Handler
  access: 'keyed' | 'open'
}

const GARBAGE = {
  json: { type: 'application/json', body: '{"page":1,"results":[{"id":' },
  html: { type: 'text/html', body: '<!doctype html><title>Sign in</title><form method="post"></form>' },
}

/** The HTTP server of a simulated product: on loopback only, with a journal and scripted faults for every route. */
export function createSimServer(options: SimServerOptions): SimServer {
  const journal = createJournal(options.journal_limit)
  const faults = createFaults()
  const routes: Route[] = []
  const server = createServer((message, response) => void serve(message, response))

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const request = await readRequest(message)
      const entry: JournalEntry = {
        at: options.now(),
        method: request.method,
        path: request.path,
        query: request.query,
        headers: request.headers,
        body: request.body,
        route: nameRoute(request),
        fault: null,
        answer: null,
      }
      journal.record(entry)
      const fault = faults.take(request.method, innerPath(request.path))
      entry.fault = fault?.kind ?? null
      await exchange(request, entry, response, fault)
    } catch {
      // The caller left mid-request; there is nobody to answer.
      response.destroy()
    }
  }

  async function exchange(
    request: SimRequest,
    entry: JournalEntry,
    response: ServerResponse,
    fault: Fault | null,
  ) {
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'dropBefore') return void response.socket?.destroy()
    if (fault?.kind === 'slow') await new Promise(resolve => setTimeout(resolve, fault.ms).unref())
    if (fault?.kind === 'held') await fault.until
    const truth = forcedAnswer(fault, request) ?? (await handle(request))
    const answer = fault?.kind === 'lie' ? { ...truth, body: fault.tell(truth.body) } : truth
    if (fault?.kind === 'dropAfterCommit') return void response.socket?.destroy()
    entry.answer = { status: answer.status, body: answer.bytes || answer.stream ? undefined : answer.body }
    if (fault?.kind === 'truncate') return sendHalf(response, answer)
    if (fault?.kind === 'garbage') return sendGarbage(response, fault.flavour)
    if (answer.stream) return sendStream(response, answer, answer.stream)
    send(response, answer)
  }

  function forcedAnswer(fault: Fault | null, request: SimRequest): Answer | null {
    if (fault?.kind === 'wrongKey') return options.refuseKey(request)
    if (fault?.kind !== 'status') return null
    const answer = options.refuse(fault.status, request)
    const headers = { ...answer.headers }
    if (fault.retry_after !== undefined) headers['retry-after'] = String(fault.retry_after)
    return fault.body === undefined
      ? { ...answer, headers }
      : { status: fault.status, headers, body: fault.body }
  }

  async function handle(request: SimRequest): Promise<Answer> {
    options.settle?.()
    const path = options.rewrite?.(request.path) ?? request.path
    if (typeof path !== 'string') return path
    const found = findRoute(request.method, path)
    if (found?.route.access !== 'open') {
      const refusal = options.authorise(request)
      if (refusal) return refusal
    }
    if (!found) return options.notFound(request)
    try {
      return await found.route.handler({ ...request, path, params: found.params })
    } catch (error) {
      if (error instanceof Refused) return error.answer
      // A broken simulator must be loud: the test sees a 500 that names the fault.
      return {
        status: 500,
        body: { message: String(error), description: error instanceof Error ? error.stack : '' },
      }
    }
  }

  /** The path as routes and faults know it, without a URL base. */
  function innerPath(path: string): string {
    const rewritten = options.rewrite?.(path)
    return typeof rewritten === 'string' ? rewritten : path
  }

  function nameRoute(request: SimRequest): string | null {
    // A redirect to the URL base is an answer the product knows, not a stray request.
    if (typeof (options.rewrite?.(request.path) ?? '') !== 'string') return 'redirect'
    return findRoute(request.method, innerPath(request.path))?.route.pattern.text ?? null
  }

  function findRoute(method: string, path: string) {
    for (const route of routes) {
      const params = route.pattern.match(method, path)
      if (params) return { route, params }
    }
    return undefined
  }

  let url = ''
  return {
    name: options.name,
    get url() {
      return url
    },
    journal,
    faults,
    route(pattern, handler, access = 'keyed') {
      routes.push({ pattern: compilePattern(pattern), handler, access })
      routes.sort((a, b) => a.pattern.wildcards - b.pattern.wildcards)
    },
    routes: () => routes.map(route => route.pattern.text),
    async listen() {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject)
        server.listen(options.port ?? 0, '127.0.0.1', resolve)
      })
      // A listening TCP server always has an AddressInfo; only pipes give a string.
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => {
        server.close(() => resolve())
      })
    },
    assertClean() {
      const strays = journal.unexpected().map(entry => `${entry.method} ${entry.path}`)
      if (strays.length > 0)
        throw new Error(`${options.name} was asked for unknown paths: ${strays.join(', ')}`)
    },
  }
}

async function readRequest(message: IncomingMessage): Promise<SimRequest> {
  const chunks: Buffer[] = []
  // A request's chunks are Buffers because no encoding was set on it.
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const raw = Buffer.concat(chunks).toString('utf8')
  const address = new URL(message.url ?? '/', 'http://simulator')
  return {
    method: message.method ?? 'GET',
    path: address.pathname,
    query: address.searchParams,
    headers: message.headers,
    params: {},
    body: parseJson(raw),
    raw_body: raw,
  }
}

function parseJson(raw: string): unknown {
  if (raw === '') return undefined
  try {
    return JSON.parse(raw)
  } catch {
    // Kept in raw_body; the product answers as it would to a body it cannot bind.
    return undefined
  }
}

function encode(answer: Answer): { bytes: Uint8Array; headers: Record<string, string> } {
  if (answer.bytes) return { bytes: answer.bytes, headers: { ...answer.headers } }
  if (answer.body === undefined) return { bytes: Buffer.alloc(0), headers: { ...answer.headers } }
  const headers = { 'content-type': 'application/json; charset=utf-8', ...answer.headers }
  return { bytes: Buffer.from(JSON.stringify(answer.body)), headers }
}

function send(response: ServerResponse, answer: Answer): void {
  const { bytes, headers } = encode(answer)
  response.writeHead(answer.status, { ...headers, 'content-length': bytes.byteLength }).end(bytes)
}

async function sendStream(
  response: ServerResponse,
  answer: Answer,
  stream: NonNullable<Answer['stream']>,
): Promise<void> {
  response.writeHead(answer.status, { ...answer.headers })
  response.flushHeaders()
  let is_cut = false
  await stream({
    write: text => void response.write(text),
    cut() {
      is_cut = true
      cutAfterWritten(response)
    },
    left: new Promise(resolve => {
      response.once('close', resolve)
    }),
    hasLeft: () => response.closed,
  })
  if (!is_cut) response.end()
}

/** What was written arrives, so that an answer ends in its middle and not before its beginning. */
function cutAfterWritten({ socket }: ServerResponse): void {
  socket?.write('', () => socket.destroy())
}

function sendHalf(response: ServerResponse, answer: Answer): void {
  const { bytes, headers } = encode(answer)
  if (answer.stream) {
    response.writeHead(answer.status, headers).flushHeaders()
    return cutAfterWritten(response)
  }
  response.writeHead(answer.status, { ...headers, 'content-length': bytes.byteLength })
  response.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => response.socket?.destroy())
}

function sendGarbage(response: ServerResponse, flavour: 'json' | 'html'): void {
  const { type, body } = GARBAGE[flavour]
  response.writeHead(200, { 'content-type': type }).end(body)
}
