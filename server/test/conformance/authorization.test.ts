import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { freePort } from '#test/loopback-servers.ts'
import { startProcess } from '#test/processes.ts'

const PERSON = { username: 'ana', password: 'correct horse' }

/** Every check that does not pass, and why. What is missing here, and what is here but passes, turns the test red. */
const EXPECTED = {
  'authorization-server-metadata-cimd':
    'WARNING: clients register themselves; the server does not fetch metadata from addresses that strangers name',
}

const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

interface Check {
  id: string
  status: string
  errorMessage?: string
}

async function post(url: string, body: unknown): Promise<{ client_id: string }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { client_id: string }
}

/** What a person does in their browser at the address that the suite prints. */
async function signInAndAllow(address: string): Promise<void> {
  const page = await fetch(address)
  expect(page.status).toBe(200)
  const { origin, pathname, searchParams } = new URL(address)
  const body = new URLSearchParams([...searchParams, ...Object.entries(PERSON), ['decision', 'approve']])
  const answer = await fetch(origin + pathname, { method: 'POST', body, redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect((await fetch(answer.headers.get('location') ?? '')).status).toBe(200)
}

async function runSuite(url: string, client_id: string): Promise<Check[]> {
  const folder = temporaryFolder('foyer-conformance-')
  const port = String(await freePort())
  const args = ['authorization', '--url', url, '--client-id', client_id, '--resource', `${url}/mcp`]
  const suite = spawn(process.execPath, [program, ...args, '--port', port, '--output-dir', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(suite, 'close')
  afterTest(async () => {
    suite.kill('SIGKILL')
    await ended
  })
  for await (const line of createInterface({ input: suite.stdout }))
    if (line.startsWith(`${url}/oauth/authorize?`)) await signInAndAllow(line.trim())
  await ended
  return readdirSync(folder).flatMap(
    name => JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
  )
}

it('the authorization server passes the suite of the protocol, with tokens from a sign-in (2:4.5)', async () => {
  const { url } = await startProcess({ env: { APP_DATA_DIR: temporaryFolder() } })
  await post(`${url}/api/auth/setup`, PERSON)
  const { client_id } = await post(`${url}/oauth/register`, { redirect_uris: ['http://127.0.0.1/callback'] })
  const checks = await runSuite(url, client_id)
  expect(checks.filter(one => one.status === 'SUCCESS').map(one => one.id)).toEqual([
    'authorization-code-grant',
    'authorization-server-metadata',
  ])
  const others = checks.filter(one => one.status !== 'SUCCESS')
  expect(others.map(one => one.id)).toEqual(Object.keys(EXPECTED))
  for (const { id, status } of others) expect(EXPECTED[id as keyof typeof EXPECTED]).toContain(status)
})
