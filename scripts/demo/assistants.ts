import { createHash, randomBytes } from 'node:crypto'
import type { DemoWorld } from '../../simulators/src/index.ts'
import { type Member, type Name, PEOPLE } from './people.ts'

/** Nothing listens there: the code is read from the address that the browser would go to. */
const REDIRECT = 'http://127.0.0.1:9/callback'

type RunTool = (name: string, input: Record<string, unknown>) => Promise<Record<string, unknown>>

async function send(url: URL, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', ...init })
  if (answer.status >= 400)
    throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** An assistant of somebody, connected as any other: it registers, they sign in and allow it. */
async function connect(base: string, who: Name, client_name: string): Promise<RunTool> {
  const at = (path: string) => new URL(path, base)
  const json = (body: unknown) => ({
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
  const registered = await send(at('oauth/register'), json({ client_name, redirect_uris: [REDIRECT] }))
  const { client_id } = (await registered.json()) as { client_id: string }
  const code_verifier = randomBytes(32).toString('base64url')
  const allowed = await send(at('oauth/authorize'), {
    body: new URLSearchParams({
      client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
      code_challenge_method: 'S256',
      username: who,
      password: PEOPLE.find(({ username }) => username === who)?.password ?? '',
      decision: 'approve',
    }),
  })
  const code = new URL(allowed.headers.get('location') ?? REDIRECT).searchParams.get('code') ?? ''
  const tokens = await send(at('oauth/token'), {
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      client_id,
      code_verifier,
    }),
  })
  const { access_token } = (await tokens.json()) as { access_token: string }

  async function ask(method: string, params: unknown, session?: string): Promise<Response> {
    const { headers, body } = json({ jsonrpc: '2.0', id: 1, method, params })
    const named = { ...headers, authorization: `Bearer ${access_token}` }
    return send(at('mcp'), { headers: session ? { ...named, 'mcp-session-id': session } : named, body })
  }

  const opened = await ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: client_name, version: '1.0.0' },
  })
  const session = opened.headers.get('mcp-session-id') ?? ''
  await opened.text()
  return async (name, input) => {
    const text = await (await ask('tools/call', { name, arguments: input }, session)).text()
    // One event with the answer, or the answer alone.
    const { result } = JSON.parse(/^data: (\{.*"result".*)$/m.exec(text)?.[1] ?? text)
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`)
    return result.structuredContent
  }
}

const FORMAT = {
  name: 'German dub',
  specifications: [
    {
      name: 'German',
      implementation: 'ReleaseTitleSpecification',
      fields: [{ name: 'value', value: '\\b(German|DL)\\b' }],
    },
  ],
}

interface Profile {
  id: number
  upgrade_allowed: boolean
}

/**
 * Ana's assistant has tidied up quality profiles: one change was approved, one rejected, and one waits. Ben only lets
 * his search.
 */
export async function connectAssistants(base: string, ana: Member): Promise<void> {
  const runTool = await connect(base, 'ana', 'Claude')
  const service = 'movie_manager'
  const { profiles } = (await runTool('get_quality_profiles', { service })) as {
    profiles: Profile[]
  }
  const [first, second, third] = profiles
  if (!first || !second || !third) throw new Error('The library of the demo has too few quality profiles.')
  async function propose({ id, upgrade_allowed }: Profile): Promise<string> {
    const changes = { upgrade_allowed: !upgrade_allowed }
    const input = { service, profile_id: id, changes }
    const { proposal_id } = (await runTool('preview_profile_change', input)) as { proposal_id: number }
    return `api/admin/profile-change-proposals/${proposal_id}`
  }
  await runTool('upsert_custom_format', { service, custom_format: FORMAT })
  await ana.call('POST', `${await propose(first)}/approve`, {})
  await ana.call('POST', `${await propose(second)}/reject`, {
    note: 'This profile is for the old projector.',
  })
  await propose(third)
  await connect(base, 'ben', 'ChatGPT')
}

/** Ana pays for the model that Foyer includes; Ben and Mika may use it, and Carla has none. */
export async function includeModel(
  ana: Member,
  world: DemoWorld,
  included: readonly Member[],
): Promise<void> {
  await ana.call('PUT', 'api/admin/credentials', {
    ai_provider: 'openai',
    ai_model: 'gpt-4.1-mini',
    openai_key: world.models.keys.openai,
  })
  for (const { user_id } of included) {
    await ana.call('PUT', `api/admin/users/${user_id}/ai-access`, { shared_ai_enabled: true })
  }
}
