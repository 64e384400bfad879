import { expect, it } from 'vitest'
import { expectOk } from '#test/calls.ts'
import { begin, callbackPath, exchange, openBrowser, signIn, startWithOidc } from '#test/oidc.ts'

/*
 * Defends what a sign-in carries (3.8): secrets, codes, tokens and claims of people appear neither in the log, at any
 * level, nor in clear text in the database.
 */

it('keeps codes, tokens, secrets and claims out of the log and the database', async () => {
  const world = await startWithOidc()
  const { app, provider, asAnybody } = world
  const secrets = [provider.client_secret, 'sub-ada-secret', 'secret-address@example.org', 'nonce-of-another']
  provider.addUser({
    login: 'ada',
    sub: 'sub-ada-secret',
    preferred_username: 'ada',
    email: secrets[2] ?? '',
  })

  const flow = await begin(asAnybody)
  const browser = openBrowser(app)
  const { location } = await browser.open(flow.start_url)
  const asked = new URL(location).searchParams
  const back = callbackPath(provider.approve(location, 'ada'))
  const attempts = JSON.stringify(
    await app.database.read.selectFrom('sign_in_attempts').selectAll().execute(),
  )
  secrets.push(...browser.cookies.values())
  const returned = await browser.open(back)
  const handed = JSON.stringify(await app.database.read.selectFrom('sign_in_attempts').selectAll().execute())
  const code = new URL(returned.location, 'https://foyer.example.org').searchParams.get('code') ?? ''
  expectOk(await exchange(asAnybody, flow, code))
  secrets.push(flow.flow, flow.verifier, code)
  for (const name of ['state', 'nonce', 'code_challenge']) secrets.push(asked.get(name) ?? '')
  secrets.push(new URLSearchParams(back.split('?')[1]).get('code') ?? '')

  // Failures say more than successes.
  provider.script = { id_token: ({ claims }) => void Object.assign(claims, { nonce: 'nonce-of-another' }) }
  const failed = await begin(asAnybody)
  const other = openBrowser(app)
  const { location: again } = await other.open(failed.start_url)
  await other.open(callbackPath(provider.approve(again, 'ada')))
  provider.script = { signature: 'stranger' }
  await expect(signIn(world)).rejects.toThrow('provider_failed')

  const log = JSON.stringify(app.log.entries)
  expect(log).toContain('a sign-in at the provider failed')
  const known = secrets.filter(secret => secret !== '')
  expect(known.length).toBe(12)
  for (const text of [log, attempts, handed])
    expect(known.filter(secret => text.includes(secret))).toEqual([])
})
