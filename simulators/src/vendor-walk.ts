import type { Journal } from './kit/journal.ts'

export interface Walker {
  /** Sends `GET /path?query` with the product's credential and tells status and JSON. */
  send: (request: string, body?: unknown) => Promise<{ status: number; body: unknown }>
  /** The body that a path answers with. */
  read: (path: string) => Promise<unknown>
  /** Reads each path and tells which did not answer with 200. */
  unread: (paths: readonly string[]) => Promise<string[]>
  /** Sends each, with a body where one is given, and tells which answered otherwise than hoped. */
  misses: (requests: readonly (string | readonly [string, unknown])[], status: number) => Promise<string[]>
  /** Routes that no request has met. */
  unmet: () => string[]
}

/** Walks a simulator as a client would, for tests that must have seen every route. */
export function createWalker(
  product: { url: string; journal: Journal; routes: () => string[] },
  headers: Record<string, string>,
): Walker {
  async function send(request: string, body?: unknown) {
    const [method = 'GET', path = '/'] = request.split(' ')
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: {
        ...headers,
        // Reading a vendor's document holds up the process for seconds; an idle connection is gone after.
        connection: 'close',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    const parsed: unknown = isJson ? JSON.parse(text) : text
    return { status: response.status, body: parsed }
  }

  const misses: Walker['misses'] = async (requests, status) => {
    const missed: string[] = []
    for (const one of requests) {
      const [request, body] = typeof one === 'string' ? [one, undefined] : one
      const answer = await send(request, body)
      if (answer.status !== status) missed.push(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return missed
  }

  return {
    send,
    read: async path => (await send(`GET ${path}`)).body,
    unread: paths =>
      misses(
        paths.map(path => `GET ${path}`),
        200,
      ),
    misses,
    unmet() {
      const met = new Set(product.journal.entries.map(entry => entry.route))
      return product.routes().filter(route => !met.has(route))
    },
  }
}
