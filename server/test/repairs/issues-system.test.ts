import { expect, it } from 'vitest'
import { callAs, expectOk } from '#test/calls.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { adminList, issueOf } from '#test/issue-calls.ts'
import { signIn } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const CREDENTIALS = '/api/admin/credentials'
const SETTINGS = '/api/admin/remediation-settings'
const KEY = 'sk-of-the-server-41'

async function begin() {
  const { fake, models } = createFakeModels()
  const { app, ...world } = await buildWorld({ overrides: { ai_models: models } })
  let { asAdmin } = world
  return {
    ...world,
    app,
    fake,
    asAdmin: (method: string, path: string, body?: unknown) => asAdmin(method, path, body),
    /** A day later, the daily check has run. */
    async passDay() {
      app.clock.stepWallClock(24 * 3_600_000)
      await app.jobs.settle()
      asAdmin = callAs(app, (await signIn(app, 'ana')).access_token)
    },
  }
}

it('2:4.7.3 one issue while the daily check fails, refreshed by each failure and ended by a success', async () => {
  const { app, asAdmin, fake, passDay } = await begin()
  expectOk(
    await asAdmin('PUT', CREDENTIALS, { openai_key: KEY, ai_provider: 'openai', ai_model: 'open-large' }),
  )
  expect((await adminList(asAdmin)).issues).toEqual([])
  fake.faults.set(KEY, 'quota_or_rate_limit')
  await passDay()
  const [issue] = (await adminList(asAdmin)).issues
  expect(issue).toMatchObject({
    source: 'system',
    status: 'needs_admin',
    media_type: 'system',
    title: 'The included AI profile does not answer',
    occurrences: 1,
    read: false,
    can_confirm_fixed: false,
  })
  expect(issue.detail).toMatch(/^The provider refused because of a quota/)
  expect((await asAdmin('GET', '/api/admin/attention')).body).toMatchObject({ issues_waiting: 1 })
  const { entries } = (await asAdmin('GET', '/api/notifications/inbox')).body
  expect(entries).toMatchObject([
    { type: 'issue_created', path: `/issues/${issue.id}`, data: { issue_id: issue.id, title: issue.title } },
  ])
  fake.faults.set(KEY, 'invalid_credentials')
  await passDay()
  expect((await adminList(asAdmin)).issues).toMatchObject([
    { id: issue.id, occurrences: 2, detail: expect.stringMatching(/^The provider refused the credentials/) },
  ])
  fake.reset()
  await passDay()
  expect((await issueOf(asAdmin, issue.id)).issue).toMatchObject({
    status: 'resolved',
    resolution_kind: 'ai_health_restored',
    closed_at: app.clock.now().toISOString(),
  })
  // A later failure is another issue.
  fake.faults.set(KEY, 'upstream_unavailable')
  await passDay()
  const [later] = (await adminList(asAdmin, '?status=open')).issues
  expect(later.id).not.toBe(issue.id)
  // 2:3: nothing answered when the key is gone, so that the issue waits for a turn that succeeds.
  expectOk(await asAdmin('DELETE', `${CREDENTIALS}/openai_key`))
  expect((await issueOf(asAdmin, later.id)).issue).toMatchObject({
    status: 'needs_admin',
    detail: later.detail,
  })
  fake.reset()
  expectOk(await asAdmin('PUT', CREDENTIALS, { openai_key: KEY }))
  expect((await issueOf(asAdmin, later.id)).issue).toMatchObject({
    status: 'resolved',
    resolution_kind: 'ai_health_restored',
  })
})

it('an agent that is on without an AI profile is an issue until it has one, or is off', async () => {
  const { asAdmin } = await begin()
  const open = async () => (await adminList(asAdmin, '?status=open')).issues
  const set = async (enabled: boolean) => expectOk(await asAdmin('PUT', SETTINGS, { enabled }))
  await set(true)
  const [issue] = await open()
  expect(issue).toMatchObject({
    source: 'system',
    status: 'needs_admin',
    title: 'The agent has no AI profile',
  })
  expectOk(await asAdmin('PUT', SETTINGS, { max_steps: 7 }))
  expect(await open()).toMatchObject([{ id: issue.id, occurrences: 1 }])
  await set(false)
  expect(await open()).toEqual([])
  await set(true)
  const profile = { openai_key: KEY, ai_provider: 'openai', ai_model: 'open-large' }
  expectOk(await asAdmin('PUT', CREDENTIALS, profile))
  expect(await open()).toEqual([])
  expect((await adminList(asAdmin)).issues).toMatchObject(
    [1, 2].map(() => ({ status: 'resolved', resolution_kind: 'remediation_provider_configured' })),
  )
  expectOk(await asAdmin('DELETE', `${CREDENTIALS}/openai_key`))
  expect(await open()).toMatchObject([{ title: 'The agent has no AI profile' }])
})

it.each([
  ['dismiss', {}],
  ['resolve', { disposition: 'wont_fix' }],
])(
  'an agent without an AI profile stays ended after %s, until it had a profile or was off',
  async (end, body) => {
    const { app, asAdmin } = await begin()
    const open = async () => (await adminList(asAdmin, '?status=open')).issues
    const set = async (change: object) => expectOk(await asAdmin('PUT', SETTINGS, change))
    async function passMinute() {
      app.clock.stepWallClock(61_000)
      await app.jobs.settle()
    }
    async function endIt() {
      const [issue] = await open()
      expect(issue).toMatchObject({ title: 'The agent has no AI profile' })
      expectOk(await asAdmin('POST', `/api/admin/issues/${issue.id}/${end}`, body))
      await passMinute()
      await set({ max_steps: 7 })
      await set({ max_steps: 8 })
      await passMinute()
      expect(await open()).toEqual([])
    }
    await set({ enabled: true })
    await endIt()
    const profile = { openai_key: KEY, ai_provider: 'openai', ai_model: 'open-large' }
    expectOk(await asAdmin('PUT', CREDENTIALS, profile))
    await passMinute()
    expect(await open()).toEqual([])
    expectOk(await asAdmin('DELETE', `${CREDENTIALS}/openai_key`))
    await endIt()
    await set({ enabled: false })
    await passMinute()
    expect(await open()).toEqual([])
    await set({ enabled: true })
    expect(await open()).toMatchObject([{ title: 'The agent has no AI profile' }])
  },
)
