import { MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { type Call, expectOk } from '#test/calls.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const addPhone = async (as: Call, { device_id }: TokenResponse) => {
  const token = { device_id, apns_token: `phone-${device_id}`, platform: 'ios' }
  expectOk(await as('POST', '/api/devices/push-token', token))
}

it('everybody is told in their own language, and the household in the server’s (C58)', async () => {
  const { app, admin, users, asAdmin, asUma, pushGateway, telegram, ntfy, discord } = await buildWorld({
    ...REQUEST_PARTS,
    products: [...REQUEST_PARTS.products, 'pushGateway', 'telegram', 'ntfy', 'discord'],
    env: { APP_PRIVATE_DESTINATIONS: '127.0.0.1', APP_LANGUAGE: 'de-AT', APP_SERVER_NAME: 'Zuhause' },
  })
  async function settle() {
    for (let round = 0; round < 5; round++) {
      await app.jobs.settle()
      app.clock.advance(2500)
    }
    await app.jobs.settle()
  }
  expectOk(await asAdmin('PUT', '/api/me/preferences', { language: 'en-GB' }))
  const external_url = 'https://foyer.example.org'
  expectOk(await asAdmin('PUT', '/api/admin/external-address', { external_url }))
  const rules = `/api/admin/users/${users.uma.user.id}/request-settings`
  expectOk(await asAdmin('PUT', rules, { require_approval: true }))
  const room = { enabled: true, webhook_url: discord.webhook.url }
  expectOk(await asAdmin('PUT', '/api/admin/chat-notifications', room))
  const place = { name: 'Place', events: ['request_pending', 'request_decision'] }
  const house = { ...place, kind: 'ntfy', address: `${ntfy.url}/house` }
  expectOk(await asAdmin('POST', '/api/admin/destinations', house))
  const { bot_token: secret } = telegram
  const own = { ...place, kind: 'telegram', address: '987654321', secret, events: ['request_decision'] }
  expectOk(await asUma('POST', '/api/me/destinations', own))
  await addPhone(asAdmin, admin)
  await addPhone(asUma, users.uma)
  expectOk(await asUma('PUT', '/api/notifications/preferences', { request_decision: true }))

  const asked = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.downloading, title: 'Heat' })
  await settle()
  expectOk(await asAdmin('POST', `/api/admin/requests/${asked.body.request_id}/deny`, {}))
  await settle()

  const title = 'The Clockwork Tide'
  expect(pushGateway.rung().map(one => one.title)).toEqual(['Request needs approval', 'Dein Wunsch'])
  expect(ntfy.messages('house').map(one => one.message)).toEqual([
    `uma hat sich den Film ${title} gewünscht.`,
    `${title} wurde für uma abgelehnt.`,
  ])
  expect(telegram.messages('987654321').map(one => one.text)).toEqual([
    expect.stringMatching(/^Dein Wunsch\n.* wurde abgelehnt\.\n\nIn Zuhause öffnen$/),
  ])
  const [embed] = discord.messages(discord.webhook.id).flatMap(one => one.embeds)
  expect(embed?.['description']).toBe('Neuer Wunsch. Er wartet auf Freigabe.')
})
