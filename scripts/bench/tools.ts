import { createHash, randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { startWorld } from '../../simulators/src/index.ts'
import { type Call, caller, signUp } from './people.ts'
import type { Running } from './processes.ts'

/** Calls each second, for so long, over so many connections: an assistant with several calls under way. */
const PER_SECOND = 100
const SECONDS = 15
const CONNECTIONS = 8
/** Compiled and cached by then, as it is for somebody's second question. */
const WARM_SECONDS = 5
export const P99_AT_MOST_MS = 100

const REDIRECT = 'http://127.0.0.1:9/callback'
const STATELESS = '2026-07-28'
const TOOL = { name: 'search_movies', arguments: { query: 'the' } }
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

interface ToolCase {
  name: string
  per_second: number
  p50_ms: number
  p99_ms: number
  failures: number
  /** Of the server's processor, for one call. */
  processor_ms: number
}

export interface ToolMeasures {
  cases: ToolCase[]
  /** The first call loads the protocol library. */
  first_call_ms: number
  before_mb: number
  after_mb: number
}

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields),
})

/** A tool client that registers itself and is allowed by the admin, as a person would on the page. */
async function connectClient(origin: string, call: Call): Promise<string> {
  const metadata = { client_name: 'Bench', redirect_uris: [REDIRECT] }
  const { client_id } = (await call('POST', '/oauth/register', metadata)) as { client_id: string }
  const verifier = randomBytes(32).toString('base64url')
  const allowed = await fetch(`${origin}/oauth/authorize`, {
    ...form({
      client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      decision: 'approve',
      username: 'bench',
      password: 'bench bench',
    }),
    redirect: 'manual',
  })
  const code = new URL(allowed.headers.get('location') ?? REDIRECT).searchParams.get('code')
  if (code === null) throw new Error(`the authorization answered ${allowed.status}`)
  const exchanged = await fetch(
    `${origin}/oauth/token`,
    form({
      grant_type: 'authorization_code',
      client_id,
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }),
  )
  const { access_token } = (await exchanged.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`the token endpoint answered ${exchanged.status}`)
  return access_token
}

interface Message {
  headers: Record<string, string>
  body: string
}

function statelessCall(headers: Record<string, string>): Message {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return {
    headers: {
      ...headers,
      'mcp-protocol-version': STATELESS,
      'mcp-method': 'tools/call',
      'mcp-name': TOOL.name,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...TOOL, _meta } }),
  }
}

async function sessionCall(url: string, headers: Record<string, string>): Promise<Message> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  }
  const begun = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  })
  await begun.text()
  const session = begun.headers.get('mcp-session-id')
  if (session === null) throw new Error(`initialize answered ${begun.status}`)
  return {
    headers: { ...headers, 'mcp-session-id': session },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: TOOL }),
  }
}

/** Fails on a call that answers with an error: a fast refusal must not count as a result. */
async function assertResult(url: string, { headers, body }: Message): Promise<void> {
  const answer = await (await fetch(url, { method: 'POST', headers, body })).text()
  if (!answer.includes('"structuredContent"')) throw new Error(`${TOOL.name} answered ${answer}`)
}

/** Each connection has a message of its own: a session takes one call with the same number at a time. */
function load(url: string, messages: readonly Message[], seconds: number) {
  let connected = 0
  return autocannon({
    url,
    method: 'POST',
    connections: messages.length,
    overallRate: PER_SECOND,
    duration: seconds,
    setupClient: client => {
      const { headers, body } = messages[connected % messages.length] as Message
      connected += 1
      client.setHeadersAndBody(headers, body)
    },
  })
}

async function measureCase(
  name: string,
  server: Running,
  url: string,
  message: () => Message | Promise<Message>,
): Promise<ToolCase> {
  const messages: Message[] = []
  while (messages.length < CONNECTIONS) messages.push(await message())
  for (const each of messages) await assertResult(url, each)
  await load(url, messages, WARM_SECONDS)
  const before_ms = server.processor_ms()
  const { requests, latency, non2xx, errors, timeouts } = await load(url, messages, SECONDS)
  return {
    name,
    per_second: requests.average,
    p50_ms: latency.p50,
    p99_ms: latency.p99,
    failures: non2xx + errors + timeouts,
    processor_ms: (server.processor_ms() - before_ms) / requests.total,
  }
}

/** Calls of a tool over `/mcp` with a warm catalogue, in both manners of the protocol. */
export async function measureTools(
  start: (env: Record<string, string>) => Promise<Running>,
): Promise<ToolMeasures> {
  const world = await startWorld({ products: ['tmdb'] })
  const server = await start({ APP_TMDB_URL: `${world.tmdb.url}/3`, APP_TMDB_API_KEY: world.tmdb.api_key })
  try {
    await signUp(server)
    const origin = `http://127.0.0.1:${server.port}`
    const url = `${origin}/mcp`
    const token = await connectClient(origin, caller(server))
    const headers = { ...HEADERS, authorization: `Bearer ${token}` }
    const before_mb = Math.round(server.resident_mb())
    const began = performance.now()
    await assertResult(url, statelessCall(headers))
    const first_call_ms = Math.round(performance.now() - began)
    const cases = [
      await measureCase(STATELESS, server, url, () => statelessCall(headers)),
      await measureCase('2025-11-25', server, url, () => sessionCall(url, headers)),
    ]
    return { cases, first_call_ms, before_mb, after_mb: Math.round(server.resident_mb()) }
  } finally {
    await server.stop()
    await world.close()
  }
}

export function describeTools({ cases, first_call_ms, before_mb, after_mb }: ToolMeasures): string[] {
  return [
    ...cases.map(
      ({ name, per_second, p50_ms, p99_ms, failures, processor_ms }) =>
        `tool calls, ${name}: ${Math.round(per_second)} per second, p50 ${p50_ms} ms, p99 ${p99_ms} ms ` +
        `(at most ${P99_AT_MOST_MS}), ${processor_ms.toFixed(2)} ms of the processor each, ${failures} failures`,
    ),
    `the first tool call took ${first_call_ms} ms; ${before_mb} MB resident before it, ${after_mb} MB after all`,
  ]
}
