import {
  type AuthInfo,
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type Server,
  type McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { newSecret } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { McpConnections } from './mcp-connections.ts'
import type { McpExchange } from './mcp-exchange.ts'
import type { McpSessions } from './mcp-sessions.ts'

const SESSION_HEADER = 'mcp-session-id'

/** Makes the server for one session, or for one request of the stateless revision. */
export type BuildMcpServer = () => Server | McpServer

export interface McpEndpoint {
  /** Answers a POST or GET. */
  handle(exchange: McpExchange): Promise<Response>
  endSession(exchange: McpExchange): void
}

/**
 * The Model Context Protocol over Streamable HTTP (2:4.5): 2026-07-28 without sessions, one server per request; the
 * 2025 revisions with sessions. Which of them a request belongs to is decided by the protocol library.
 */
export function createMcpEndpoint(deps: {
  buildServer: BuildMcpServer
  sessions: McpSessions<WebStandardStreamableHTTPServerTransport>
  connections: McpConnections
  log: Pick<Log, 'debug'>
}): McpEndpoint {
  const { buildServer, sessions, connections, log } = deps
  // The client finds its mistake in the response; the log entry helps to debug a client.
  const onerror = (err: Error) => log.debug({ err }, 'a message of a tool client was not served')

  async function serveStateless(exchange: McpExchange): Promise<Response> {
    const known = isListen(exchange.body) ? await connections.knownTools(exchange.caller) : null
    const handler = createMcpHandler(buildServer, {
      legacy: 'reject',
      onerror,
      bus: {
        publish: () => undefined,
        subscribe: listener =>
          connections.onToolsChanged(exchange.caller, {
            known,
            notify: () => listener({ kind: 'tools_list_changed' }),
            isListening: () => true,
            endStream: () => void handler.close(),
          }),
      },
    })
    return handler.fetch(exchange.request, { parsedBody: exchange.body, authInfo: authInfoOf(exchange) })
  }

  async function beginSession(exchange: McpExchange): Promise<Response> {
    const { caller } = exchange
    const known = await connections.knownTools(caller)
    sessions.assertRoom(caller)
    const product = buildServer()
    const server = 'server' in product ? product.server : product
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => newSecret('mcp'),
      onsessioninitialized: id => {
        const leave = connections.add(caller, () => sessions.end(id))
        const stopListening = connections.onToolsChanged(caller, {
          known,
          notify: () => void server.sendToolListChanged().catch(onerror),
          isListening: () => sessions.isListening(id),
          endStream: () => transport.closeStandaloneSSEStream(),
        })
        sessions.add({ id, user_id: caller.user_id, device_id: caller.device_id, transport }, () => {
          leave()
          stopListening()
          void transport.close()
        })
        exchange.onEnd(sessions.use(id))
      },
    })
    await product.connect(transport)
    Object.assign(server, { onerror })
    return serve(transport, exchange)
  }

  /** 404 for an ended session, and for another device's: the client initializes again. */
  function sessionOf({ request, caller }: McpExchange) {
    const id = request.headers.get(SESSION_HEADER)
    if (id === null) throw new Refusal('validation', { error: 'The header Mcp-Session-Id is missing.' })
    const session = sessions.find(id, caller.device_id)
    if (!session) throw new Refusal('not_found', { error: 'There is no such session. Initialize a new one.' })
    return session
  }

  function serveSession(exchange: McpExchange): Promise<Response> {
    if (!exchange.request.headers.has(SESSION_HEADER) && isInitialization(exchange.body))
      return beginSession(exchange)
    const { id, transport } = sessionOf(exchange)
    exchange.onEnd(sessions.use(id))
    if (exchange.request.method === 'GET') exchange.onEnd(sessions.listen(id))
    return serve(transport, exchange)
  }

  return {
    async handle(exchange) {
      const { request, body } = exchange
      if (request.method === 'POST' && !(await isLegacyRequest(request, body)))
        return serveStateless(exchange)
      if (request.method === 'GET' && connections.isClosed()) throw new Refusal('unavailable')
      return serveSession(exchange)
    },
    endSession(exchange) {
      sessions.end(sessionOf(exchange).id)
    },
  }
}

function serve(
  transport: WebStandardStreamableHTTPServerTransport,
  exchange: McpExchange,
): Promise<Response> {
  const { request, body } = exchange
  return transport.handleRequest(request, { parsedBody: body, authInfo: authInfoOf(exchange) })
}

/** 2026-07-28: a stream of notifications. */
function isListen(body: unknown): boolean {
  return (
    typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen'
  )
}

function isInitialization(body: unknown): boolean {
  const messages: unknown[] = Array.isArray(body) ? body : [body]
  return messages.some(isInitializeRequest)
}

/** The token itself stays out of the protocol library: it was checked before. */
function authInfoOf(exchange: McpExchange): AuthInfo {
  return { token: '', clientId: exchange.caller.client_id, scopes: [], extra: { exchange } }
}

/** The request that a message came with, in a handler of a server. */
export function exchangeOf(context: { http?: { authInfo?: AuthInfo } }): McpExchange {
  return context.http?.authInfo?.extra?.['exchange'] as McpExchange
}
