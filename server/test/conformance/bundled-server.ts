import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { startProcess } from '#test/processes.ts'
import { newPkce, REDIRECT } from '#test/tool-client.ts'

const PERSON = { username: 'ana', password: 'correct horse' }

/** The suite has no token and takes the server's own address for an allowed origin: each request gets both. */
export function admit(
  headers: IncomingHttpHeaders,
  { token, issuer }: { token: string; issuer: string },
): void {
  headers.authorization = `Bearer ${token}`
  if (headers.origin === `http://${headers.host}` && headers.host?.startsWith('127.0.0.1:'))
    headers.origin = issuer
}

async function postJson(url: string, body: object): Promise<ReturnType<typeof JSON.parse>> {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).json()
}

/** Registers a client, signs in on its page and exchanges the code. */
async function connectTool(url: string): Promise<string> {
  const { client_id } = await postJson(`${url}/oauth/register`, { redirect_uris: [REDIRECT] })
  const { verifier, challenge } = newPkce()
  const form = {
    client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    decision: 'approve',
    ...PERSON,
  }
  const post = (path: string, fields: Record<string, string>) =>
    fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  const allowed = await post('/oauth/authorize', form)
  const code = new URL(allowed.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const exchange = { grant_type: 'authorization_code', code, client_id, redirect_uri: REDIRECT }
  const answer = await post('/oauth/token', { ...exchange, code_verifier: verifier })
  const { access_token } = (await answer.json()) as { access_token: string }
  return access_token
}

/** The address of `/mcp` of the real program, behind a proxy that admits the suite. */
export async function startBundledServer(issuer: string): Promise<string> {
  const { url } = await startProcess({ env: { APP_DATA_DIR: temporaryFolder(), APP_OAUTH_ISSUER: issuer } })
  await postJson(`${url}/api/auth/setup`, PERSON)
  const token = await connectTool(url)
  const proxy = createServer((incoming, outgoing) => {
    admit(incoming.headers, { token, issuer })
    const { method, url: path = '/', headers } = incoming
    const onward = request(`${url}${path}`, { method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  afterTest(async () => {
    proxy.closeAllConnections()
    proxy.close()
  })
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
}
