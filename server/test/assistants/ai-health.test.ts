import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import { ModelFault } from '#kit/model-fault.ts'
import { startApp } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { ENGINES } from '#test/engines.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { spoilSetting } from '#test/config-seeds.ts'
import { adminList } from '#test/issue-calls.ts'
import { buildAiLinks, link, SHARED_A, statusOf } from '#test/model-accounts.ts'
import { signIn } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/credentials'
const KEY = 'sk-of-the-server-41'

async function begin(engine: (typeof ENGINES)[number] = 'sqlite') {
  const { fake, models } = createFakeModels()
  const world = await buildWorld({ engine, overrides: { ai_models: models } })
  const { app } = world
  let { asAdmin } = world
  return {
    ...world,
    asAdmin: (method: string, path: string, body?: unknown) => asAdmin(method, path, body),
    fake,
    models,
    put: (body: object) => asAdmin('PUT', PATH, body),
    health: async () => (await asAdmin('GET', PATH)).body.ai.health_check,
    attention: async () => (await asAdmin('GET', '/api/admin/attention')).body.included_ai,
    now: () => app.clock.now().toISOString(),
    /** It is so much later: what became due runs, and the admin signs in again. */
    async wait(hours: number) {
      app.clock.stepWallClock(hours * HOUR_MS)
      await app.jobs.settle()
      asAdmin = callAs(app, (await signIn(app, 'ana')).access_token)
    },
  }
}

describe.each(ENGINES)('the daily check of the included AI profile on %s', engine => {
  it('2:4.7.3: one record of a failure, refreshed by the next, ended by success; admins see it', async () => {
    const { put, health, attention, fake, wait, now, asAdmin } = await begin(engine)
    await put({ openai_key: KEY })
    expect(await attention()).toBeNull()
    fake.faults.set(KEY, 'quota_or_rate_limit')
    await wait(24)
    const since = now()
    expect(await health()).toMatchObject({
      last_checked_at: since,
      last_ok: false,
      category: 'quota_or_rate_limit',
      failing_since: since,
    })
    fake.faults.set(KEY, 'invalid_credentials')
    await wait(24)
    expect(await attention()).toEqual({
      category: 'invalid_credentials',
      failing_since: since,
      last_checked_at: now(),
    })
    // Chat is still offered: the failure may be over.
    expect((await asAdmin('GET', '/api/ai/available')).body.available).toBe(true)
    fake.reset()
    await wait(24)
    expect([await attention(), await health()]).toEqual([
      null,
      { enabled: true, interval_hours: 24, last_checked_at: now(), last_ok: true },
    ])
    fake.faults.set(KEY, 'upstream_unavailable')
    await wait(24)
    expect((await attention()).failing_since).toBe(now())
    fake.reset()
    await put({ ai_model: 'open-large' })
    expect([await attention(), (await health()).last_ok]).toEqual([null, true])
  })

  it('2:4.7.3: a profile saved during a check counts, not what the check found', async () => {
    const { put, attention, health, fake, wait, now } = await begin(engine)
    await put({ openai_key: KEY })
    fake.faults.set('open-small', 'unsupported_model')
    await wait(23.5)
    fake.during = async ({ model }) => {
      if (model === 'open-small') expect((await put({ ai_model: 'open-large' })).status).toBe(200)
    }
    await wait(0.5)
    expect([await attention(), await health()]).toEqual([
      null,
      { enabled: true, interval_hours: 24, last_checked_at: now(), last_ok: true },
    ])
    fake.reset()
    await wait(24)
    expect(fake.proved.map(account => account.model)).toEqual(['open-large'])
  })
})

describe('the daily check of the included AI profile', () => {
  it('C47: comes 24 hours after the save and after each check, with exactly the account in force', async () => {
    const { put, health, fake, wait, now } = await begin()
    await wait(48)
    expect([fake.proved, (await health()).last_checked_at]).toEqual([[], null])
    await put({
      ai_provider: 'openai',
      ai_model: 'open-large',
      openai_key: KEY,
      openai_reasoning_effort: 'low',
    })
    const saved_at = now()
    expect(await health()).toEqual({
      enabled: true,
      interval_hours: 24,
      last_checked_at: saved_at,
      last_ok: true,
    })
    fake.reset()
    await wait(23)
    expect(fake.proved).toEqual([])
    await wait(1)
    expect(fake.proved).toEqual([
      { provider: 'openai', model: 'open-large', secret: KEY, base_url: '', effort: 'low', use_proxy: false },
    ])
    expect(await health()).toMatchObject({ last_checked_at: now(), last_ok: true })
    await wait(23)
    // A save counts as a check.
    await put({ ai_model: 'open-small' })
    await wait(23)
    expect(fake.proved).toHaveLength(2)
    await wait(1)
    expect(fake.proved).toHaveLength(3)
  })

  it('2:4.7.3: the switch stops only the check, and a profile that is not complete is not checked', async () => {
    const { put, health, attention, fake, wait, asAdmin } = await begin()
    await put({ openai_key: KEY })
    await put({ ai_health_check_enabled: false })
    fake.reset()
    await wait(72)
    expect(fake.proved).toEqual([])
    await put({ ai_model: 'open-large' })
    expect(fake.proved).toHaveLength(1)
    await wait(72)
    fake.faults.set(KEY, 'invalid_response')
    await put({ ai_health_check_enabled: true })
    await wait(0)
    expect([fake.proved.length, (await health()).last_ok]).toEqual([2, false])
    // The profile that failed is gone, and with it what was said about it.
    await asAdmin('DELETE', `${PATH}/openai_key`)
    expect([await attention(), (await health()).last_ok]).toEqual([null, null])
    await wait(72)
    expect(fake.proved).toHaveLength(2)
  })

  it('2:4.7.3: is not repeated within the day, whatever happened to its outcome', async () => {
    const { app, put, health, attention, fake, wait } = await begin()
    await put({ openai_key: KEY })
    fake.reset()
    // Not the model's failure: nothing is said about the model.
    fake.faults.set(KEY, new Error('the disk was gone'))
    await wait(24)
    expect([fake.proved.length, (await health()).last_ok, await attention()]).toEqual([1, true, null])
    fake.reset()
    await wait(23)
    expect(fake.proved).toEqual([])
    await wait(1)
    expect(fake.proved).toHaveLength(1)
    expect(app.log.entries.filter(entry => JSON.stringify(entry).includes(KEY))).toEqual([])
  })

  it('0.3: waits while the profile cannot be read', async () => {
    const { app, put, attention, fake, wait } = await begin()
    await put({ openai_key: KEY })
    const { value } = await app.database.read
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'shared_ai')
      .executeTakeFirstOrThrow()
    await spoilSetting(app, 'shared_ai', 'v1.AAAA', 1)
    fake.reset()
    await wait(24)
    expect([fake.proved, await attention()]).toEqual([[], null])
    await spoilSetting(app, 'shared_ai', value, 1)
    await wait(24)
    expect(fake.proved).toHaveLength(1)
  })
})

it('2:4.7.3: a linked account whose renewal is refused is a failure, until the account is linked again', async () => {
  const world = await buildAiLinks()
  const { app, provider } = world
  let { asAdmin } = world
  const attention = async () => (await asAdmin('GET', '/api/admin/attention')).body.included_ai
  const issues = async (status: 'open' | 'closed') => (await adminList(asAdmin, `?status=${status}`)).issues
  async function passDay() {
    app.clock.stepWallClock(DAY_MS)
    await app.jobs.settle()
    asAdmin = callAs(app, (await signIn(app, 'ana')).access_token)
  }
  await link(world, asAdmin, SHARED_A)
  expect(await attention()).toBeNull()
  provider.next('/token', { instead: { status: 400, body: { error: 'invalid_grant' } } })
  await passDay()
  const since = app.clock.now().toISOString()
  const failure = { category: 'invalid_credentials', failing_since: since, last_checked_at: since }
  expect(await statusOf(asAdmin, SHARED_A)).toMatchObject({ reason: 'reconnect_required' })
  expect(await attention()).toEqual(failure)
  const [issue] = await issues('open')
  expect(issue).toMatchObject({ source: 'system', title: 'The included AI profile does not answer' })
  await passDay()
  expect([await attention(), await issues('open')]).toMatchObject([failure, [{ id: issue.id }]])
  await link(world, asAdmin, SHARED_A)
  expect([await attention(), await issues('open')]).toEqual([null, []])
  expect(await issues('closed')).toMatchObject([{ id: issue.id, resolution_kind: 'ai_health_restored' }])
})

it('2:4.7.3: a token that the provider ended early is renewed, and only a second refusal is a failure', async () => {
  const world = await buildAiLinks()
  const { app, provider, fake } = world
  let { asAdmin } = world
  async function passDay(refuse: (secret: string) => boolean) {
    fake.during = async ({ secret }) => {
      if (refuse(secret)) throw new ModelFault('invalid_credentials', { is_secret_refused: true })
    }
    app.clock.stepWallClock(DAY_MS)
    await app.jobs.settle()
    asAdmin = callAs(app, (await signIn(app, 'ana')).access_token)
    const { included_ai } = (await asAdmin('GET', '/api/admin/attention')).body
    return [included_ai?.category ?? null, (await statusOf(asAdmin, SHARED_A)).connected]
  }
  await link(world, asAdmin, SHARED_A)
  const renewals = () => provider.renewals()
  const ended = new Set<string>()
  expect(await passDay(secret => ended.size === 0 && Boolean(ended.add(secret)))).toEqual([null, true])
  // Once because the day had passed, once because of the refusal.
  expect(renewals()).toBe(2)
  expect(await passDay(() => true)).toEqual(['invalid_credentials', false])
  expect(renewals()).toBe(4)
})

it('C47: a restart neither repeats nor forgets the check', async () => {
  const { app, put, fake, models } = await begin('sqlite')
  await put({ openai_key: KEY })
  fake.faults.set(KEY, 'invalid_credentials')
  app.clock.stepWallClock(DAY_MS)
  await app.jobs.settle()
  expect(fake.proved).toHaveLength(2)
  await app.close()
  const again = await startApp({
    clock: app.clock,
    env: { APP_DATA_DIR: app.config.data_dir },
    overrides: { ai_models: models },
  })
  const asAdmin = callAs(again, (await signIn(again, 'ana')).access_token)
  expect((await asAdmin('GET', '/api/admin/attention')).body.included_ai).toMatchObject({
    category: 'invalid_credentials',
  })
  await again.jobs.settle()
  expect(fake.proved).toHaveLength(2)
  again.clock.stepWallClock(DAY_MS)
  await again.jobs.settle()
  expect(fake.proved).toHaveLength(3)
})

it('2:4.7.3: two processes on one database check once', async () => {
  const { app, put, fake, models } = await begin('postgres')
  await put({ openai_key: KEY })
  fake.reset()
  const second = await startApp({
    clock: app.clock,
    env: {
      APP_DATABASE_URL: app.config.database_url ?? '',
      APP_ENCRYPTION_KEY: readFileSync(join(app.config.data_dir, 'encryption.key'), 'utf8').trim(),
    },
    overrides: { ai_models: models },
  })
  app.clock.stepWallClock(DAY_MS)
  await Promise.all([app.jobs.settle(), second.jobs.settle()])
  expect(fake.proved).toHaveLength(1)
})
