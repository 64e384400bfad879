import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startWorld } from '@foyer/simulators'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { type Ask, crashEverywhere, openApp } from './prepared-server.ts'

const OWN = '/api/ai/settings'
const SHARED = '/api/admin/credentials'

/** A data folder to copy: an admin with a key of their own, and a profile that everybody may use. */
async function prepare() {
  const world = await startWorld({ products: ['models'] })
  const { urls, keys } = world.models
  const env = { APP_OPENAI_URL: urls.openai, APP_ANTHROPIC_URL: urls.anthropic }
  const data = join(folder, 'prepared')
  const { app, ask } = await openApp(data, undefined, env)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const put = (path: string, body: object): Ask => ({ method: 'PUT', path, body, token })
  await ask(put(SHARED, { ai_provider: 'openai', ai_model: 'gpt-5.5', openai_key: keys.openai }))
  await ask(put(OWN, { provider: 'openai', model: 'gpt-5.5', api_key: keys.openai }))
  await app.jobs.settle()
  await app.close()
  return { world, folder, data, env, token, put }
}

let folder: string
let prepared: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  folder = lastingFolder('foyer-ai-accounts-')
  prepared = await prepare()
})
afterAll(async () => {
  await prepared.world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything that the next start says about the accounts. */
async function read(data: string) {
  const { token, env } = prepared
  const { app, ask } = await openApp(data, undefined, env)
  const get = (path: string) => ask({ method: 'GET', path, token })
  const { personal } = await get(OWN)
  const { credentials, ai } = await get(SHARED)
  await app.close()
  return {
    own: [personal.config.provider, personal.credentials.anthropic, personal.reason],
    included: [ai.config.provider, credentials.anthropic_key, ai.openai_reasoning_effort],
    reason: ai.shared.reason,
  }
}

const BEFORE = { own: ['openai', false, ''], included: ['openai', false, ''], reason: '' }

it('killed between the answer of the model and any write, an own account is whole or as before (2:4.6.3)', async () => {
  const { put, world } = prepared
  const { models } = world
  const body = { provider: 'anthropic', model: 'claude-haiku-5-5', api_key: models.keys.anthropic }
  const after = { ...BEFORE, own: ['anthropic', true, ''] }
  await expectWholeOrAbsent('own', put(OWN, body), after)
})

it('killed between the answers of the models and any write, a profile is whole or as before (2:4.7.1)', async () => {
  const { put, world } = prepared
  const body = {
    ai_provider: 'anthropic',
    anthropic_key: world.models.keys.anthropic,
    openai_reasoning_effort: 'low',
    ai_health_check_enabled: false,
  }
  const after = { ...BEFORE, included: ['anthropic', true, 'low'] }
  await expectWholeOrAbsent('included', put(SHARED, body), after)
})

async function expectWholeOrAbsent(name: string, order: Ask, after: typeof BEFORE): Promise<void> {
  const { journal } = prepared.world.models
  journal.clear()
  const note = () => journal.entries.length
  const { crashes, finished } = await crashEverywhere(prepared, { name, order, note, started: true })
  const answered = crashes.filter(({ noted }) => noted > 0)
  expect(answered.length).toBeGreaterThan(1)
  for (const [place, { data }] of answered.entries()) {
    expect([BEFORE, after], `${name}, killed before write ${place + 1}`).toContainEqual(await read(data))
  }
  // The model has answered, and nothing is written yet.
  expect(await read(answered[0]?.data ?? '')).toEqual(BEFORE)
  expect(await read(finished)).toEqual(after)
}
