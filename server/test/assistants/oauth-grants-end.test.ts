import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#test/app.ts'
import { callAs, expectOk, refusal } from '#test/calls.ts'
import { changeRole, signInAs } from '#test/people.ts'
import { enableSsoOnly } from '#test/sso.ts'
import { opensTools, registerTool, type Tool, toolDevices } from '#test/tool-client.ts'

/** A server with an admin and bea, whose assistant is connected. */
async function startConnected() {
  const app = await startApp()
  const admin = await app.setUp()
  const bea = await signInAs(app, 'bea', 'user')
  const tool = await registerTool(app)
  const tokens = await tool.connect('bea')
  const [device] = await toolDevices(app)
  if (!device) throw new Error('there is no device')
  expect(await opensTools(app, tokens.access_token)).toBe(true)
  return {
    app,
    tool,
    tokens,
    device,
    bea,
    asAdmin: callAs(app, admin.access_token),
    asBea: callAs(app, bea.access_token),
  }
}

async function expectEnded(
  app: TestApp,
  tool: Tool,
  tokens: { access_token: string; refresh_token: string },
) {
  expect(await opensTools(app, tokens.access_token)).toBe(false)
  expect((await tool.refresh(tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await toolDevices(app)).toEqual([])
}

describe('a tool client is a device of its person (2/4.5, C68)', () => {
  it('is listed to its owner and to admins', async () => {
    const { asBea, asAdmin, device, bea } = await startConnected()
    const { devices } = expectOk(await asBea('GET', '/api/me/devices'))
    expect(devices).toContainEqual(
      expect.objectContaining({ id: device.id, name: 'Robot', kind: 'tool', current: false }),
    )
    const all = expectOk(await asAdmin('GET', '/api/admin/devices'))
    expect(all).toContainEqual(
      expect.objectContaining({ id: device.id, user_id: bea.user.id, kind: 'tool', client_name: 'Robot' }),
    )
  })

  it('ends when its owner ends it', async () => {
    const { app, tool, tokens, device, asBea } = await startConnected()
    expectOk(await asBea('DELETE', `/api/me/devices/${device.id}`))
    await expectEnded(app, tool, tokens)
  })

  it('ends with all other devices', async () => {
    const { app, tool, tokens, asBea } = await startConnected()
    expectOk(await asBea('DELETE', '/api/me/devices'))
    await expectEnded(app, tool, tokens)
  })

  it('ends when an admin ends it', async () => {
    const { app, tool, tokens, device, asAdmin } = await startConnected()
    const { status } = await asAdmin('DELETE', `/api/admin/devices/${device.id}`)
    expect(status).toBeLessThan(300)
    await expectEnded(app, tool, tokens)
  })

  it('ends when its person replaces the password', async () => {
    const { app, tool, tokens, asBea } = await startConnected()
    const change = { current_password: PASSWORD, password: 'a longer sentence' }
    expectOk(await asBea('POST', '/api/auth/password', change))
    await expectEnded(app, tool, tokens)
  })

  it('ends with its person', async () => {
    const { app, tool, tokens, bea, asAdmin } = await startConnected()
    const { status } = await asAdmin('DELETE', `/api/admin/users/${bea.user.id}`)
    expect(status).toBeLessThan(300)
    await expectEnded(app, tool, tokens)
  })

  it('ends when single sign-on becomes the only way, and the password allows nothing more', async () => {
    const { app, tool, tokens, asAdmin } = await startConnected()
    await enableSsoOnly(app, asAdmin)
    await expectEnded(app, tool, tokens)
    const page = await tool.decide({ username: 'bea', password: PASSWORD })
    expect(page.status).toBe(403)
    expect(page.raw.toString()).toContain('single sign-on only')
    expect(await toolDevices(app)).toEqual([])
  })

  it('is marked as used, at most every five minutes', async () => {
    const { app, tokens, asBea, device } = await startConnected()
    const lastUse = async () => {
      const { devices } = expectOk(await asBea('GET', '/api/me/devices'))
      return devices.find((one: { id: string }) => one.id === device.id).last_used_at
    }
    const before = await lastUse()
    app.clock.advance(6 * 60_000)
    await opensTools(app, tokens.access_token)
    await expect.poll(lastUse).not.toBe(before)
  })

  it('follows the role of its person at once', async () => {
    const { app, tokens, bea } = await startConnected()
    await changeRole(app, bea.user.id, 'admin')
    expect(await opensTools(app, tokens.access_token)).toBe(true)
  })
})

describe('a consent whose code is not exchanged yet (2/4.5)', () => {
  it('ends like the grant: the code opens nothing any more', async () => {
    const { app, tool, asBea } = await startConnected()
    const code = await tool.approvedBy('bea')
    expectOk(await asBea('DELETE', '/api/me/devices'))
    expect((await tool.exchange(code)).body.error).toBe('invalid_grant')
    expect(await toolDevices(app)).toEqual([])
  })
})

describe('the tokens of apps and of tool clients are not interchangeable (C53)', () => {
  it('a tool token is 401 on the API, and an app token on the tools', async () => {
    const { app, tokens, bea } = await startConnected()
    expect(refusal(await callAs(app, tokens.access_token)('GET', '/api/auth/me'))).toEqual([
      401,
      'unauthorized',
    ])
    expect(await opensTools(app, bea.access_token)).toBe(false)
  })

  it('the app cannot refresh with the token of a tool client, nor the other way round', async () => {
    const { app, tool, tokens, bea } = await startConnected()
    const { refresh_token } = tokens
    expect((await callAs(app)('POST', '/api/auth/refresh', { refresh_token })).status).toBe(401)
    expect((await tool.refresh(bea.refresh_token)).body.error).toBe('invalid_grant')
    expect(await opensTools(app, tokens.access_token)).toBe(true)
  })
})
