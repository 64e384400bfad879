import type { Running } from './processes.ts'

export type Call = (method: string, path: string, body?: object) => Promise<unknown>

export interface Session {
  access_token: string
  user: { id: number }
}

/** Speaks to a running server as a script would; anything but success ends the run. */
export function caller(
  server: Pick<Running, 'port'>,
  token?: string,
  headers: Record<string, string> = {},
): Call {
  return async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
    return answer.json()
  }
}

/** The first admin. */
export async function signUp(server: Running): Promise<Session> {
  const admin = { username: 'bench', password: 'bench bench' }
  return (await caller(server)('POST', '/api/auth/setup', admin)) as Session
}

/** Somebody without rights of their own. */
export async function invite(
  server: Running,
  asAdmin: Call,
  name: string,
  headers?: Record<string, string>,
): Promise<Session> {
  const { link } = (await asAdmin('POST', '/api/admin/connect-token', { name })) as { link: string }
  const token = new URL(link).searchParams.get('token')
  return (await caller(server, undefined, headers)('POST', '/api/auth/connect', { token })) as Session
}
