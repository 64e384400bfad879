import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastingFolder } from '#test/memory-disk.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { type AccountProvider, startAccountProvider } from '#test/model-accounts.ts'
import {
  type Ask,
  type Crash,
  crashEverywhere,
  fingerprintOf,
  openApp,
  readStored,
} from './prepared-server.ts'

type Noted = ReturnType<AccountProvider['note']>

const PATH = '/api/ai/oauth-a'
const SHORT_SECONDS = 120

let folder: string
let provider: AccountProvider
let prepared: Awaited<ReturnType<typeof prepare>>

/** A data folder to copy: an account that is linked and ends soon, and a code for another that was just entered. */
async function prepare() {
  const data = join(folder, 'prepared')
  const overrides = { ai_models: createFakeModels().models }
  const { env } = provider
  const { app, ask } = await openApp(data, undefined, env, overrides)
  await app.start()
  const setup = { username: 'ana', password: 'correct horse' }
  const token: string = (await ask({ method: 'POST', path: '/api/auth/setup', body: setup })).access_token
  const begin = (model: string) =>
    ask({ method: 'POST', path: `${PATH}/device/begin`, body: { model }, token })
  provider.settings.issued = { expires_in: SHORT_SECONDS }
  const first = await begin('former')
  provider.approve(first.user_code)
  await ask({ method: 'GET', path: `${PATH}/device/${first.flow_id}`, token })
  const second = await begin('new')
  provider.settings.issued = { expires_in: 3600 }
  provider.approve(second.user_code)
  await app.close()
  const flow: Ask = { method: 'GET', path: `${PATH}/device/${second.flow_id}`, token }
  const status: Ask = { method: 'GET', path: `${PATH}/status`, token }
  return { folder, data, env, overrides, flow, status, former: await linkIn(data) }
}

/** Whether the account is in use that was linked last. */
const isNewInUse = (data: string) =>
  readStored(data, async db => {
    const { model } = await db.selectFrom('ai_selections').select('model').executeTakeFirstOrThrow()
    return model === 'new'
  })

const linkIn = (data: string) =>
  readStored(data, db => db.selectFrom('ai_links').selectAll().executeTakeFirstOrThrow())

beforeAll(async () => {
  folder = lastingFolder('foyer-ai-links-')
  provider = await startAccountProvider()
  prepared = await prepare()
})
afterAll(async () => {
  await provider.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Kills an order at each write and at each call of the provider. Moments where everything is equal come once. */
async function crash(name: string, order: Ask): Promise<(Crash<Noted> & { when: string })[]> {
  const before = provider.note()
  const { crashes, finished } = await crashEverywhere(prepared, {
    name,
    order,
    note: provider.note,
    started: true,
    outside: moment => {
      provider.onCall = moment
    },
  })
  provider.onCall = null
  const moments = new Map<string, Crash<Noted> & { when: string }>()
  for (const [place, { data, noted }] of [...crashes, { data: finished, noted: provider.note() }].entries()) {
    const key = fingerprintOf(data) + JSON.stringify([[...noted.codes], [...noted.refresh]])
    if (!moments.has(key)) moments.set(key, { data, noted, when: `killed at moment ${place + 1}` })
  }
  provider.restore(before)
  return [...moments.values()]
}

it('a code that was entered links the account or nothing, and received tokens are not lost (2:4.6)', async () => {
  const { former } = prepared
  const outcomes = new Set<string>()
  const moments = await crash('link', prepared.flow)
  expect(moments.length).toBeGreaterThan(4)
  for (const { data, noted, when } of moments) {
    const flow_id = prepared.flow.path.split('/').at(-1) ?? ''
    const find = () =>
      readStored(data, db =>
        db.selectFrom('ai_device_flows').selectAll().where('id', '=', flow_id).executeTakeFirstOrThrow(),
      )
    const left = await find()
    const isLinked = (await linkIn(data)).id !== former.id
    expect(await isNewInUse(data), when).toBe(isLinked)
    expect([left.status, isLinked, left.tokens_box !== null], when).toSatisfy(
      ([status, linked, has_tokens]) =>
        linked ? status === 'connected' && !has_tokens : status === 'pending',
    )
    provider.restore(noted)
    const { app } = await openApp(data, undefined, prepared.env, prepared.overrides)
    await app.start()
    // Nobody waits on a page; the job takes it up.
    for (let i = 0; i < 4; i++) {
      app.clock.advance(70_000)
      await app.jobs.settle()
    }
    await app.close()
    const { status, tokens_box } = await find()
    const link = await linkIn(data)
    expect(await isNewInUse(data), when).toBe(link.id !== former.id)
    expect(tokens_box, when).toBeNull()
    expect([status, link.id !== former.id], when).toEqual(
      status === 'connected' ? ['connected', true] : ['failed', false],
    )
    // Only tokens that never reached this server are lost, and then nothing has changed.
    if (status === 'failed') expect([left.tokens_box, link], when).toEqual([null, former])
    outcomes.add(`${left.tokens_box === null ? left.status : 'received'}, then ${status}`)
  }
  expect([...outcomes].toSorted()).toEqual([
    'connected, then connected',
    'pending, then connected',
    'pending, then failed',
    'received, then connected',
  ])
})

it('a refresh token that may be spent is sent again only when nothing else works (2:4.6.2)', async () => {
  const outcomes = new Set<string>()
  const moments = await crash('renewal', prepared.status)
  expect(moments.length).toBeGreaterThan(4)
  for (const { data, noted, when } of moments) {
    const left = await linkIn(data)
    provider.restore(noted)
    const { app, ask } = await openApp(data, undefined, prepared.env, prepared.overrides)
    await app.start()
    const renewals = provider.renewals()
    // The former access token is still good.
    expect(await ask(prepared.status), when).toMatchObject({ connected: true })
    expect(provider.replays(), when).toBe(0)
    app.clock.advance(SHORT_SECONDS * 1000)
    const later = await ask(prepared.status)
    const state =
      left.revision > prepared.former.revision
        ? 'renewed'
        : left.renewal_began_at === null
          ? 'untouched'
          : 'unknown'
    outcomes.add(`${state}: ${later.reason || 'connected'}, ${provider.renewals() - renewals} sent`)
    await app.close()
  }
  expect([...outcomes].toSorted()).toEqual([
    'renewed: connected, 0 sent',
    // Killed before the provider had it.
    'unknown: connected, 1 sent',
    // Killed after the provider had it: what it issued is lost.
    'unknown: reconnect_required, 1 sent',
    'untouched: connected, 1 sent',
  ])
})
