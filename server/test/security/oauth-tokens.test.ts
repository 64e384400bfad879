import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { expectOk } from '#test/calls.ts'
import { opensTools, registerTool, sendForm, toolDevices } from '#test/tool-client.ts'

/** Attacks on the tokens of tool clients (RFC 9700 §4.14, RFC 8707, RFC 9068). */
async function startConnected(env: Record<string, string> = {}) {
  const app = await startApp({ env })
  await app.setUp()
  const tool = await registerTool(app)
  return { app, tool, tokens: await tool.connect('ana') }
}

const errorOf = (answer: { body: { error?: string } }) => answer.body.error

describe('a stolen refresh token', () => {
  it('used after it was replaced ends the grant, for the thief and the client', async () => {
    const { app, tool, tokens } = await startConnected()
    const next = expectOk(await tool.refresh(tokens.refresh_token))
    app.clock.advance(30_001)
    expect(errorOf(await tool.refresh(tokens.refresh_token))).toBe('invalid_grant')
    expect(errorOf(await tool.refresh(next.refresh_token))).toBe('invalid_grant')
    expect(await opensTools(app, next.access_token)).toBe(false)
    expect(await toolDevices(app)).toEqual([])
  })

  it('of an earlier generation is recognised, even within the time for retries', async () => {
    const { app, tool, tokens } = await startConnected()
    const second = expectOk(await tool.refresh(tokens.refresh_token))
    expectOk(await tool.refresh(second.refresh_token))
    expect(errorOf(await tool.refresh(tokens.refresh_token))).toBe('invalid_grant')
    expect(await toolDevices(app)).toEqual([])
  })

  it('opens nothing with the name of another client, and the right client goes on', async () => {
    const { app, tool, tokens } = await startConnected()
    const thief = await registerTool(app, { client_name: 'Thief' })
    expect(errorOf(await thief.refresh(tokens.refresh_token))).toBe('invalid_grant')
    const next = expectOk(await tool.refresh(tokens.refresh_token))
    // The retry rule is for the same client: another one with the old token replays it.
    expect(errorOf(await thief.refresh(tokens.refresh_token))).toBe('invalid_grant')
    expect(errorOf(await tool.refresh(next.refresh_token))).toBe('invalid_grant')
  })

  it('cannot be made up: a name of the grant without its signature ends nothing', async () => {
    const { app, tool, tokens } = await startConnected()
    const [random, device, signature] = tokens.refresh_token.split('.')
    const forged = [
      `tr_made-up.${device}.${signature}`,
      `${random}.${device}`,
      `${random}.${device}.`,
      `${random}.${device}.${signature}.x`,
      `${random}.d_other.${signature}`,
    ]
    for (const one of forged) expect(errorOf(await tool.refresh(one))).toBe('invalid_grant')
    expect(await toolDevices(app)).toHaveLength(1)
    expectOk(await tool.refresh(tokens.refresh_token))
  })

  it('cannot end the grant of another client by revocation', async () => {
    const { app, tool, tokens } = await startConnected()
    const other = await registerTool(app)
    expect((await other.revoke(tokens.refresh_token)).status).toBe(400)
    expect(await opensTools(app, tokens.access_token)).toBe(true)
    expect(expectOk(await tool.revoke(tokens.access_token))).toEqual({})
    expect(await toolDevices(app)).toEqual([])
  })
})

describe('an access token', () => {
  it('is for the address that it was made for (C53)', async () => {
    const { app, tool, tokens } = await startConnected()
    const elsewhere = { token: tokens.access_token, headers: { host: 'other.example.org' } }
    expect((await app.call('POST', '/mcp', { ...elsewhere, body: {} })).status).toBe(401)
    const refresh = { grant_type: 'refresh_token', client_id: tool.client_id, ...tokens }
    const answer = await sendForm(
      app,
      '/oauth/token',
      { ...refresh, expires_in: '' },
      { host: 'other.example.org' },
    )
    expect(errorOf(answer)).toBe('invalid_grant')
    expect(await opensTools(app, tokens.access_token)).toBe(true)
  })

  it('is not given for a consent at another address', async () => {
    const { app, tool } = await startConnected()
    const code = await tool.approvedBy('ana')
    const { redirect_uri, client_id } = tool.request
    const form = {
      grant_type: 'authorization_code',
      client_id,
      redirect_uri,
      code,
      code_verifier: tool.verifier,
    }
    const answer = await sendForm(app, '/oauth/token', form, { host: 'other.example.org' })
    expect(errorOf(answer)).toBe('invalid_grant')
    expectOk(await tool.exchange(code))
  })

  it('without a signature, or with another key, is none', async () => {
    const { app, tokens } = await startConnected()
    const [head = '', payload = '', signature = ''] = tokens.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const foreign = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another key of at least 32 bytes!'))
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 999 })).toString('base64url')
    for (const one of [`${unsigned}.${payload}.`, foreign, `${head}.${longer}.${signature}`])
      expect(await opensTools(app, one)).toBe(false)
    expect(await opensTools(app, tokens.access_token)).toBe(true)
  })
})

describe('at rest', () => {
  it('no code and no token can be read from the database', async () => {
    const { app, tool, tokens } = await startConnected()
    const next = expectOk(await tool.refresh(tokens.refresh_token))
    const code = await tool.approvedBy('ana')
    const rows = JSON.stringify([
      await app.database.read.selectFrom('tool_grants').selectAll().execute(),
      await app.database.read.selectFrom('tool_codes').selectAll().execute(),
      await app.database.read.selectFrom('devices').selectAll().execute(),
    ])
    for (const secret of [code, tokens.refresh_token, next.refresh_token, next.access_token])
      expect(rows.includes(secret)).toBe(false)
  })
})
