import { describe, expect, it } from 'vitest'
import { remediation } from '#features/remediation-settings/index.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { CONFIG_CHANGED, eventsArrived, listenAs, spoilSetting } from '#test/config-seeds.ts'
import { shareAmongTests } from '#test/engines.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { changeRole, signInAs } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/remediation-settings'
const CREDENTIALS = '/api/admin/credentials'
const KEY = 'sk-of-the-server-51'
const DEFAULTS = {
  enabled: false,
  auto_dispatch: false,
  allow_reporting: true,
  mark_resolved_as_read: true,
  mode: 'supervised',
  model_override: '',
  model_override_provider: '',
  max_steps: 12,
  max_turn_tokens: 4096,
  max_wall_clock_secs: 300,
  daily_run_cap: 50,
  circuit_breaker_giveups: 5,
  max_user_wait_hours: 72,
  observation_min_minutes: 10,
  observation_quiet_minutes: 5,
  observation_settle_minutes: 2,
}

describe('remediation settings (2/4.9)', () => {
  const shared = shareAmongTests(async () => {
    const { fake, models } = createFakeModels()
    const world = await buildWorld({ users: ['uma'], overrides: { ai_models: models } })
    return { ...world, fake }
  })

  /** Nothing saved yet, with an included profile. */
  async function begin() {
    const world = shared()
    const { app, asAdmin, fake } = world
    fake.reset()
    await spoilSetting(app, remediation.key, null)
    expectOk(await asAdmin('PUT', CREDENTIALS, { ai_provider: 'openai', openai_key: KEY }))
    fake.reset()
    return {
      ...world,
      put: (body: object) => asAdmin('PUT', PATH, body),
      settings: async () => expectOk(await asAdmin('GET', PATH)),
    }
  }

  it('begin with the defaults, and a change keeps the rest', async () => {
    const { put, settings } = await begin()
    expect(await settings()).toEqual(DEFAULTS)
    const change = { enabled: true, auto_dispatch: true, mode: 'investigate_only', daily_run_cap: 0 }
    expect(expectOk(await put(change))).toEqual({ ...DEFAULTS, ...change })
    expect(expectOk(await put({ max_steps: 50 }))).toEqual({ ...DEFAULTS, ...change, max_steps: 50 })
    expect(await settings()).toEqual({ ...DEFAULTS, ...change, max_steps: 50 })
  })

  it.each([
    ['max_steps', 1, 50],
    ['max_turn_tokens', 256, 32_768],
    ['max_wall_clock_secs', 30, 1800],
    ['daily_run_cap', 0, 1000],
    ['circuit_breaker_giveups', 1, 100],
    ['max_user_wait_hours', 1, 720],
    ['observation_min_minutes', 0, 1440],
    ['observation_quiet_minutes', 0, 360],
    ['observation_settle_minutes', 0, 60],
  ] as const)('%s is a whole number from %i to %i', async (field, min, max) => {
    const { put, settings } = await begin()
    for (const value of [min, max]) expect(expectOk(await put({ [field]: value }))[field]).toBe(value)
    for (const value of [min - 1, max + 1, min + 0.5, String(min), null]) {
      expect(refusal(await put({ enabled: true, [field]: value }))).toEqual([400, 'validation'])
    }
    expect(await settings()).toEqual({ ...DEFAULTS, [field]: max })
  })

  it('refuse other values; fields that do not exist or cannot be set are ignored (0.3)', async () => {
    const { put } = await begin()
    const wrong = [{ mode: 'auto' }, { enabled: 'yes' }, { model_override: 'm'.repeat(257) }, { mode: '' }]
    for (const body of wrong) expect(refusal(await put(body))).toEqual([400, 'validation'])
    const ignored = { model_override_provider: 'openai', giveups_in_a_row: 3, colour: 'red' }
    expect(expectOk(await put(ignored))).toEqual(DEFAULTS)
  })

  it('2:4.7.2: a model answers once from the included account before it is saved', async () => {
    const { put, fake, settings } = await begin()
    const saved = expectOk(await put({ model_override: ' open-large ', max_steps: 3 }))
    expect(saved).toMatchObject({
      model_override: 'open-large',
      model_override_provider: 'openai',
      max_steps: 3,
    })
    const asked = () => fake.proved.splice(0).map(one => [one.provider, one.model, one.secret])
    expect(asked()).toEqual([['openai', 'open-large', KEY]])
    expectOk(await put({ max_steps: 4 }))
    expect(asked()).toEqual([])
    expectOk(await put({ model_override: 'open-large' }))
    expect(asked()).toHaveLength(1)
    expectOk(await put({ model_override: '' }))
    expect([asked(), await settings()]).toEqual([[], { ...DEFAULTS, max_steps: 4 }])
  })

  it.each([
    ['unsupported_model', 400],
    ['invalid_credentials', 400],
    ['quota_or_rate_limit', 400],
    ['invalid_response', 400],
    ['upstream_unavailable', 502],
  ] as const)('2/4.6: save nothing when the model fails with %s', async (category, status) => {
    const { put, fake, settings } = await begin()
    fake.faults.set('open-huge', category)
    const refused = await put({ model_override: 'open-huge', enabled: true })
    expect([...refusal(refused), refused.body.category]).toEqual([status, 'ai_validation_failed', category])
    expect(await settings()).toEqual(DEFAULTS)
  })

  it('need an included profile for a model, but not to be turned on', async () => {
    const { put, fake, asAdmin, settings } = await begin()
    await asAdmin('PUT', CREDENTIALS, { ai_provider: '' })
    await asAdmin('DELETE', `${CREDENTIALS}/openai_key`)
    const refused = await put({ model_override: 'open-large' })
    expect([...refusal(refused), refused.body.category]).toEqual([
      400,
      'ai_validation_failed',
      'invalid_credentials',
    ])
    expect(fake.proved).toEqual([])
    expect(await settings()).toEqual(DEFAULTS)
    expect(expectOk(await put({ enabled: true })).enabled).toBe(true)
  })

  it('open one issue for admins while the agent is on without an included profile', async () => {
    const { put, asAdmin } = await begin()
    const key = `${CREDENTIALS}/openai_key`
    const issues = async (status: 'open' | 'closed'): Promise<string[]> =>
      expectOk(await asAdmin('GET', `/api/admin/issues?status=${status}`))
        .issues.filter((one: { source: string }) => one.source === 'system')
        .map((one: { resolution_kind: string }) => one.resolution_kind)
    await put({ enabled: true })
    const before = (await issues('closed')).length
    expect(await issues('open')).toEqual([])
    await asAdmin('DELETE', key)
    await put({ max_steps: 9 })
    expect(await issues('open')).toEqual([''])
    await asAdmin('PUT', CREDENTIALS, { openai_key: KEY })
    expect(await issues('open')).toEqual([])
    await asAdmin('DELETE', key)
    expect(await issues('open')).toEqual([''])
    await put({ enabled: false })
    expect(await issues('open')).toEqual([])
    expect((await issues('closed')).slice(0, 2)).toEqual(
      Array.from({ length: 2 }, () => 'remediation_provider_configured'),
    )
    expect(await issues('closed')).toHaveLength(before + 2)
  })

  it('are not saved for a provider that was changed meanwhile, or by somebody who lost the right', async () => {
    const { app, put, fake, asAdmin, settings } = await begin()
    fake.during = async ({ model }) => {
      if (model !== 'open-large') return
      expectOk(await asAdmin('PUT', CREDENTIALS, { ai_provider: 'grok', grok_key: KEY }))
    }
    expect(refusal(await put({ model_override: 'open-large', enabled: true }))).toEqual([409, 'conflict'])
    expect(await settings()).toEqual(DEFAULTS)

    const ben = await signInAs(app, 'ben', 'admin')
    fake.during = async () => changeRole(app, ben.user.id, 'user')
    const asBen = callAs(app, ben.access_token)
    expect(refusal(await asBen('PUT', PATH, { model_override: 'grok-small' }))).toEqual([403, 'forbidden'])
    expect(await settings()).toEqual(DEFAULTS)
  })

  it('keep the model and its provider when the included one changes (2:4.7.2)', async () => {
    const { put, asAdmin, settings } = await begin()
    await put({ model_override: 'open-large' })
    await asAdmin('PUT', CREDENTIALS, { ai_provider: 'grok', grok_key: KEY })
    const kept = { model_override: 'open-large', model_override_provider: 'openai' }
    expect(await settings()).toMatchObject(kept)
  })

  it('tell every app when they changed', async () => {
    const { app, put, users } = await begin()
    await eventsArrived(app)
    const heard = listenAs(app, users.uma)
    await put({ allow_reporting: false })
    await put({ allow_reporting: false })
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
    expect(await app.settings.isSaved(app.database.read, remediation)).toBe(true)
  })

  it('start the count of failures again when automatic runs are turned on', async () => {
    const { app, put } = await begin()
    const count = async () => (await app.settings.read(app.database.read, remediation)).giveups_in_a_row
    await app.settings.lock(tx => app.settings.update(tx, remediation, { giveups_in_a_row: 4 }))
    await put({ enabled: true })
    expect(await count()).toBe(4)
    await put({ auto_dispatch: true })
    expect(await count()).toBe(0)
  })
})
