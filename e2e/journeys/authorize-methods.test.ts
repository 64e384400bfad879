import { createHash, randomBytes } from 'node:crypto'
import { startCertifiedOidc } from '@foyer/simulators/oidc/certified-oidc'
import type { Page } from '@playwright/test'
import { expectFitsPhone, PHONE } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

const REDIRECT = 'https://tool.example.org/cb'

/** A tool client whose own page is nowhere: what the browser asks of it is all that it learns. */
async function registerTool(page: Page, server: string) {
  const calls: URL[] = []
  page.on('request', request => {
    if (request.url().startsWith(`${REDIRECT}?`)) calls.push(new URL(request.url()))
  })
  const verifier = randomBytes(32).toString('base64url')
  const body = JSON.stringify({ client_name: 'Robot', redirect_uris: [REDIRECT] })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${server}oauth/register`, { method: 'POST', headers, body })
  const { client_id } = (await answer.json()) as { client_id: string }
  const request = new URLSearchParams({
    client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'kept & whole',
  })
  return {
    path: `./oauth/authorize?${request.toString()}`,
    /** What the tool does with the code that the browser brought. */
    async expectTokens(): Promise<void> {
      await expect.poll(() => calls.length).toBe(1)
      const searchParams = calls.pop()?.searchParams
      expect(searchParams?.get('state')).toBe('kept & whole')
      const form = {
        grant_type: 'authorization_code',
        client_id,
        redirect_uri: REDIRECT,
        code_verifier: verifier,
        code: searchParams?.get('code') ?? '',
      }
      const tokens = await fetch(`${server}oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
      expect(tokens.status).toBe(200)
    },
  }
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, own_world: true, parts: {} })

  test('2/4.5 somebody allows a tool client with single sign-on, and somebody else with Plex', async ({
    page,
    world,
    expectAccessible,
  }) => {
    const provider = await startCertifiedOidc()
    const server_url = world.foyer.url.replace(/\/$/, '')
    provider.register({ server_url })
    const { admin } = world
    await world.call(admin, 'PUT', 'admin/external-address', { external_url: server_url })
    const { url: issuer, client_id, client_secret } = provider
    const saved = { enabled: true, issuer, client_id, client_secret, label: 'Harbour ID', auto_create: true }
    await world.call(admin, 'PUT', 'admin/oidc', saved)
    await world.addInstance('invite_server', 'Cellar', 'plex')
    await world.call(admin, 'PUT', 'admin/invite-auth', { enabled: true, auto_create: true })
    const tool = await registerTool(page, world.foyer.url)

    await page.goto(tool.path)
    await expectAccessible('the authorization page with every method')
    await expectFitsPhone(page, 'the authorization page')
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click()
    await page.getByLabel('Name', { exact: true }).fill('ada')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const allow = page.getByRole('button', { name: 'Allow', exact: true })
    await expect(allow).toBeFocused()
    await expect(page.getByLabel('Password')).toBeHidden()
    await expectAccessible('the consent after single sign-on')
    await allow.click()
    await tool.expectTokens()

    const { cloud } = world.plexTv
    const approveAs = (username: string) => {
      const account = cloud.accounts.values().find(one => one.username === username)
      cloud.approvePin([...cloud.pins.values()].at(-1)?.code ?? '', account?.id ?? 0)
    }
    await page.context().route('https://app.plex.tv/**', route => route.fulfill({ body: 'Plex' }))
    await page.goto(tool.path)
    for (const username of ['tove', 'ellen77']) {
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name: 'Continue with Plex' }).click()
      await (await popup).waitForURL(/^https:\/\/app\.plex\.tv\/auth/)
      approveAs(username)
      if (username === 'tove') await expect(page.getByText('This account is not known here.')).toBeVisible()
    }
    await allow.click()
    await tool.expectTokens()
    await provider.close()
  })
})
