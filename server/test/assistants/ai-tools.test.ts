import { randomBytes } from 'node:crypto'
import type { AiTool } from '@foyer/contract/tool-access/ai-tools'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '#features/ai-tools/define-tool.ts'
import { createToolChanges, type ToolsChanged } from '#features/ai-tools/tool-changes.ts'
import { startApp, startOn, type TestApp } from '#test/app.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { ENGINES, freshPostgresUrl } from '#test/engines.ts'
import { addUser, signIn } from '#test/people.ts'
import { callTool, toolRefusal } from '#test/tools.ts'

const toolOf = (name: string, permission: 'media:discover' | 'library:read') =>
  defineTool({
    name,
    title: `Title of ${name}`,
    description: `What ${name} does.`,
    permission,
    hint: 'read',
    input: z.object({ note: z.string().optional() }),
    output: z.object({ note: z.string() }),
    run: async ({ note }) => ({ note: `About ${note ?? 'nothing'}` }),
  })
const tools = [
  toolOf('for_everybody', 'media:discover'),
  toolOf('for_admins', 'library:read'),
  { ...toolOf('for_chat', 'media:discover'), sources: ['chat' as const] },
]

async function setUp(app: TestApp) {
  const admin = await app.setUp()
  const asAdmin = callAs(app, admin.access_token)
  const uma = await addUser(app, asAdmin, 'uma')
  return { app, admin, asAdmin, uma, asUma: callAs(app, uma.access_token) }
}

const start = async () => setUp(await startApp({ overrides: { tools } }))

describe('the list of tools for admins (2/4.8)', () => {
  it('names every tool in its order, with its switch and its permission', async () => {
    const { asAdmin } = await start()
    const { tools: listed, debug } = expectOk(await asAdmin('GET', '/api/admin/ai-tools'))
    expect(listed.map((tool: AiTool) => [tool.name, tool.admin_only, tool.enabled])).toEqual([
      ['for_everybody', false, true],
      ['for_admins', true, true],
      ['for_chat', false, true],
    ])
    expect(listed[1]).toEqual({
      name: 'for_admins',
      title: 'Title of for_admins',
      description: 'What for_admins does.',
      enabled: true,
      admin_only: true,
      permission: 'library:read',
      hint: 'read',
    })
    expect(debug).toEqual({ enabled: false, remaining_seconds: 0 })
  })

  it('turns a tool off and on again for the very next call, over both sources', async () => {
    const { app, asAdmin, uma } = await start()
    const put = (enabled: boolean) => asAdmin('PUT', '/api/admin/ai-tools/for_everybody', { enabled })
    for (const source of ['mcp', 'chat'] as const) {
      expect(expectOk(await put(false))).toMatchObject({ name: 'for_everybody', enabled: false })
      expect(await toolRefusal(app, uma, 'for_everybody', {}, { source })).toBe('tool_not_available')
      expect((await app.tools.list('user', source)).map(({ name }) => name)).not.toContain('for_everybody')
      expect(expectOk(await put(true))).toMatchObject({ enabled: true })
      expect(await callTool(app, uma, 'for_everybody', {}, { source })).toMatchObject({ ok: true })
    }
  })

  it('keeps the switches of two tools apart, and knows no tool by another name', async () => {
    const { asAdmin } = await start()
    await asAdmin('PUT', '/api/admin/ai-tools/for_everybody', { enabled: false })
    await asAdmin('PUT', '/api/admin/ai-tools/for_admins', { enabled: false })
    await asAdmin('PUT', '/api/admin/ai-tools/for_everybody', { enabled: true })
    const { tools: listed } = expectOk(await asAdmin('GET', '/api/admin/ai-tools'))
    expect(listed.map((tool: AiTool) => tool.enabled)).toEqual([true, false, true])
    const unknown = await asAdmin('PUT', '/api/admin/ai-tools/no_such_tool', { enabled: false })
    expect(refusal(unknown)).toEqual([404, 'not_found'])
    const malformed = await asAdmin('PUT', '/api/admin/ai-tools/for_admins', { enabled: 'no' })
    expect(refusal(malformed)).toEqual([400, 'validation'])
  })
})

describe('what an assistant can do for the caller (2:4.5)', () => {
  it('is what the person may use over /mcp now, with the address to connect to', async () => {
    const { asAdmin, asUma } = await start()
    const own = expectOk(await asUma('GET', '/api/assistants'))
    expect(own.mcp_url).toMatch(/^http:\/\/localhost(:80)?\/mcp$/)
    expect(own.tools).toEqual([
      {
        name: 'for_everybody',
        title: 'Title of for_everybody',
        description: 'What for_everybody does.',
        hint: 'read',
      },
    ])
    const ofAdmin = expectOk(await asAdmin('GET', '/api/assistants'))
    expect(ofAdmin.tools.map((tool: AiTool) => tool.name)).toEqual(['for_everybody', 'for_admins'])
    await asAdmin('PUT', '/api/admin/ai-tools/for_everybody', { enabled: false })
    expect(expectOk(await asUma('GET', '/api/assistants')).tools).toEqual([])
  })
})

describe('debug mode (2/4.8)', () => {
  const PATH = '/api/admin/ai-tools/debug'
  const calls = (app: TestApp) => app.log.entries.filter(({ msg }) => msg === 'a tool was called')

  it('lasts an hour unless said otherwise, ends by itself, and can be ended', async () => {
    const { app, asAdmin } = await start()
    const on = expectOk(await asAdmin('PUT', PATH, { enabled: true }))
    expect(on).toEqual({
      enabled: true,
      enabled_until: new Date(app.clock.now().getTime() + 3_600_000).toISOString(),
      remaining_seconds: 3600,
    })
    app.clock.advance(3_599_001)
    expect(expectOk(await asAdmin('GET', '/api/admin/ai-tools')).debug).toMatchObject({
      enabled: true,
      remaining_seconds: 1,
    })
    app.clock.advance(999)
    // An access token lasts an hour, too.
    const asAdminLater = callAs(app, (await signIn(app, 'ana')).access_token)
    const off = { enabled: false, remaining_seconds: 0 }
    expect(expectOk(await asAdminLater('GET', '/api/admin/ai-tools')).debug).toEqual(off)
    const put = (body: object) => asAdminLater('PUT', PATH, body)
    expect(expectOk(await put({ enabled: true, hours: 72 })).remaining_seconds).toBe(259_200)
    expect(expectOk(await put({ enabled: false }))).toEqual(off)
    for (const hours of [0, 73, 1.5, '2']) {
      expect(refusal(await put({ enabled: true, hours }))).toEqual([400, 'validation'])
    }
  })

  it('logs calls only while it is on, and nothing of what they contain', async () => {
    const { app, asAdmin, uma } = await start()
    await callTool(app, uma, 'for_everybody', { note: 'Low Water' })
    expect(calls(app)).toEqual([])
    await asAdmin('PUT', PATH, { enabled: true })
    await callTool(app, uma, 'for_everybody', { note: 'Low Water' })
    await callTool(app, uma, 'for_everybody', { note: 7 })
    await callTool(app, uma, 'for_admins')
    expect(calls(app).map(({ level, tool, status }) => [level, tool, status])).toEqual([
      ['info', 'for_everybody', 'ok'],
      ['info', 'for_everybody', 'validation'],
      ['info', 'for_admins', 'tool_not_available'],
    ])
    expect(JSON.stringify(calls(app))).not.toMatch(/Low Water|About|uma|must be/)
    app.clock.advance(3_600_000)
    await callTool(app, uma, 'for_everybody')
    expect(calls(app)).toHaveLength(3)
  })
})

describe.each(ENGINES)('a change of the tools on %s', engine => {
  it('is reported when a switch is turned and when a role changes, and not otherwise', async () => {
    const { app, asAdmin, uma } = await setUp(await startOn(engine, { overrides: { tools } }))
    const heard: ToolsChanged[] = []
    createToolChanges(app.broadcast).on(change => heard.push(change))
    await asAdmin('PUT', '/api/admin/ai-tools/for_admins', { enabled: true })
    await asAdmin('PUT', '/api/admin/ai-tools/debug', { enabled: true })
    await asAdmin('PUT', '/api/admin/ai-tools/for_admins', { enabled: false })
    await expect.poll(() => heard).toEqual([{ user_id: null }])
    const path = `/api/admin/users/${uma.user.id}`
    expectOk(await asAdmin('PATCH', path, { role: 'admin' }))
    await expect.poll(() => heard).toEqual([{ user_id: null }, { user_id: uma.user.id }])
  })
})

it('holds for every process on one PostgreSQL', async () => {
  const env = {
    APP_DATABASE_URL: await freshPostgresUrl(),
    APP_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  }
  const { app: one, asAdmin, admin } = await setUp(await startApp({ env, overrides: { tools } }))
  const two = await startApp({ env, overrides: { tools } })
  const heard: ToolsChanged[] = []
  createToolChanges(two.broadcast).on(change => heard.push(change))
  await asAdmin('PUT', '/api/admin/ai-tools/for_admins', { enabled: false })
  for (const app of [one, two]) expect(await toolRefusal(app, admin, 'for_admins')).toBe('tool_not_available')
  await expect.poll(() => heard).toEqual([{ user_id: null }])
})
