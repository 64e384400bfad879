import type { TestMcp } from './mcp.ts'

/** What a program sends with a message. */
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

export const STATELESS = '2026-07-28'

interface Sent {
  token?: string | undefined
  session?: string
  headers?: Record<string, string>
}

export interface McpAnswer {
  status: number
  headers: Record<string, unknown>
  body: ReturnType<typeof JSON.parse>
  text: string
}

/** One HTTP request to `/mcp` without a socket. The body is the JSON, or the last event of a stream. */
export async function send(
  { http }: Pick<TestMcp, 'http'>,
  method: string,
  message: unknown,
  { token, session, headers = {} }: Sent = {},
): Promise<McpAnswer> {
  const answer = await http.inject({
    method: method as 'POST',
    url: '/mcp',
    headers: {
      ...HEADERS,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(session && { 'mcp-session-id': session }),
      ...headers,
    },
    ...(message !== undefined && {
      payload: typeof message === 'string' ? message : JSON.stringify(message),
    }),
  })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: bodyOf(answer.payload),
    text: answer.payload,
  }
}

function bodyOf(payload: string): unknown {
  const event = [...payload.matchAll(/^data: (.+)$/gm)].at(-1)?.[1]
  try {
    return JSON.parse(event ?? payload)
  } catch {
    return undefined
  }
}

export const request = (method: string, params: object = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

export const initialize = (protocolVersion = '2025-11-25') =>
  request('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } })

/** Initializes a session and answers its id. */
export async function openSession(mcp: TestMcp, token: string): Promise<string> {
  const { status, headers, text } = await send(mcp, 'POST', initialize(), { token })
  if (status !== 200) throw new Error(`initialize answered ${status} ${text}`)
  return String(headers['mcp-session-id'])
}

/** A message of the stateless revision, with the headers that belong to it. */
export function stateless(method: string, params: Record<string, unknown> = {}) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': STATELESS,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const headers: Record<string, string> = { 'mcp-protocol-version': STATELESS, 'mcp-method': method }
  if (typeof params['name'] === 'string') headers['mcp-name'] = params['name']
  return { message: request(method, { ...params, _meta }), headers }
}
